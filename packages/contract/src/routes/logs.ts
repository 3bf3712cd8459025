// The logs of an app. Spec 4.4.
import { get } from '../route.ts'
import * as logs from '../schemas/logs.ts'

export const logRoutes = {
  appLogs: get('/apps/{name}/logs', {
    ability: 'read',
    query: logs.LogSearch,
    result: logs.LogPage,
    summary: 'Search what the replicas wrote; values of secrets are taken out',
  }),
  appLogStream: get('/apps/{name}/logs/stream', {
    ability: 'read',
    query: logs.LogTail,
    stream: true,
    summary: 'Follow what the replicas write, across deploys, as server-sent events; Last-Event-ID goes on after it',
  }),
  appLogDownload: get('/apps/{name}/logs/download', {
    ability: 'read',
    query: logs.LogDownload,
    text: true,
    download: true,
    summary: 'The newest 5,000 lines as a text file, oldest first',
  }),
}
