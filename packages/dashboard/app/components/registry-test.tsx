// What a registry answered to a credential, while it is asked and afterwards.
import type { RegistryCredential, RegistryTest } from '@levelrail/contract/schemas/registries.ts'
import type { UseMutationResult } from '@tanstack/react-query'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Failure } from './failure.tsx'

interface RegistryTestDialogProps {
  credential: RegistryCredential
  test: UseMutationResult<RegistryTest, Error, string>
  onClose: () => void
}

export function RegistryTestDialog({ credential, test, onClose }: RegistryTestDialogProps) {
  const { name, registry_host, username } = credential
  return (
    <Dialog title={`Test of ${name}`} onClose={onClose}>
      <DialogBody>
        <div role="status" className="grid gap-4">
          {test.isPending && (
            <Notice tone="working" title={`Asking ${registry_host}`}>
              Signing in as {username}; a registry that does not answer is given up after half a minute.
            </Notice>
          )}
          {test.data && <Answer host={registry_host} result={test.data} />}
        </div>
        {test.error && <Failure error={test.error} act="ask the registry" />}
      </DialogBody>
      <DialogActions>
        <Button pending={test.isPending} onClick={() => test.mutate(credential.id)}>
          Test again
        </Button>
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Answer({ host, result }: { host: string; result: RegistryTest }) {
  return (
    <Notice
      tone={result.accepted ? 'ok' : 'bad'}
      title={result.accepted ? `${host} took the credential` : `${host} did not take the credential`}
    >
      <code className="block max-h-60 overflow-y-auto pt-1 whitespace-pre-wrap">{result.answer}</code>
    </Notice>
  )
}
