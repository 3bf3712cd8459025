// Scheduled tasks of an app: what runs when, and how it went.
import Type from 'typebox'
import { del, get, patch, post } from '../route.ts'
import { closed, Paging } from '../schemas/common.ts'
import * as tasks from '../schemas/tasks.ts'

export const taskRoutes = {
  taskList: get('/apps/{name}/scheduled-tasks', {
    ability: 'read',
    result: Type.Array(tasks.Task),
    summary: 'Scheduled tasks of an app, with their next runs and how the last one went',
  }),
  taskCreate: post('/apps/{name}/scheduled-tasks', {
    ability: 'write',
    body: tasks.TaskCreate,
    result: tasks.Task,
    status: 201,
    summary: 'Schedule a command in a container of its own, made from what the app runs',
  }),
  taskView: get('/apps/{name}/scheduled-tasks/{task}', {
    ability: 'read',
    result: tasks.Task,
    summary: 'One scheduled task',
  }),
  taskUpdate: patch('/apps/{name}/scheduled-tasks/{task}', {
    ability: 'write',
    body: tasks.TaskUpdate,
    result: tasks.Task,
    summary: 'Change only the fields that are named',
  }),
  taskDelete: del('/apps/{name}/scheduled-tasks/{task}', {
    ability: 'write',
    summary: 'Remove a scheduled task and its history; a run under way is cancelled',
  }),
  taskRun: post('/apps/{name}/scheduled-tasks/{task}/run', {
    ability: 'deploy',
    result: tasks.TaskRun,
    status: 202,
    summary: 'Run the task now; its overlap policy holds',
  }),
  taskRunList: get('/apps/{name}/scheduled-tasks/{task}/runs', {
    ability: 'read',
    query: closed(Paging),
    result: Type.Array(tasks.TaskRun),
    summary: 'Runs of a task, newest first',
  }),
  taskRunView: get('/apps/{name}/scheduled-tasks/{task}/runs/{runId}', {
    ability: 'read',
    result: tasks.TaskRunDetail,
    summary: 'One run with its output; `latest` is the newest',
  }),
  taskRunCancel: post('/apps/{name}/scheduled-tasks/{task}/runs/{runId}/cancel', {
    ability: 'deploy',
    result: tasks.TaskRun,
    summary: 'Stop a run that waits or is under way',
  }),
  schedulePreview: get('/schedule-preview', {
    ability: 'read',
    query: tasks.SchedulePreviewQuery,
    result: tasks.SchedulePreview,
    summary: 'What a schedule means in words, and when it would run next',
  }),
}
