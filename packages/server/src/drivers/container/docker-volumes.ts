// Named volumes of the Docker Engine. They outlive containers; only `removeVolume` ever removes one.
import { DriverError, type EngineVolumes } from './container.ts'
import { unlessMissing } from './docker-errors.ts'
import type { EngineHttp } from './engine-http.ts'

export function dockerVolumes(connection: EngineHttp): EngineVolumes {
  return {
    async ensureVolume({ name, labels }, signal) {
      const body = { Name: name, Driver: 'local', Labels: labels }
      // The engine answers with the volume that is there, whoever made it.
      const there = await connection.send<VolumeAnswer>({ method: 'POST', path: '/volumes/create', body, signal })
      const isOurs = Object.entries(labels).every(([key, value]) => there.Labels?.[key] === value)
      if (!isOurs)
        throw new DriverError(
          'conflict',
          `there is a volume "${name}" that belongs to something else; rename one of them`,
        )
    },
    async listVolumes(label, signal) {
      const query = { filters: JSON.stringify({ label: [label] }) }
      const answer = await connection.send<{ Volumes: VolumeAnswer[] | null }>({
        method: 'GET',
        path: '/volumes',
        query,
        signal,
      })
      return (answer.Volumes ?? []).map(({ Name, Labels, CreatedAt }) => ({
        name: Name,
        labels: Labels ?? {},
        createdAt: new Date(CreatedAt),
      }))
    },
    async removeVolume(name, signal) {
      await unlessMissing(connection.send({ method: 'DELETE', path: `/volumes/${encodeURIComponent(name)}`, signal }))
    },
  }
}

interface VolumeAnswer {
  Name: string
  Labels: Record<string, string> | null
  CreatedAt: string
}
