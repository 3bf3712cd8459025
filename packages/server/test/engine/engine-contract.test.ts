// The Docker driver held to the contract of all engine drivers.
import { dockerEngine } from '../../src/drivers/container/docker.ts'
import { ensureEngine } from '../support/engine.ts'
import { engineContract } from '../support/engine-contract.ts'

engineContract(async () => dockerEngine(await ensureEngine()))
