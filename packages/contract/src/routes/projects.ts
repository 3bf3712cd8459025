// Organizations, projects, environments, and where apps are filed. Spec 4.2, 4.3.
import Type from 'typebox'
import { del, get, patch, post, put } from '../route.ts'
import { App } from '../schemas/apps.ts'
import { closed, Id, Paging } from '../schemas/common.ts'
import { EnvComparison } from '../schemas/env.ts'
import * as projects from '../schemas/projects.ts'

const Pages = closed(Paging)

export const projectRoutes = {
  organizationList: get('/organizations', {
    ability: 'read',
    query: Pages,
    result: Type.Array(projects.Organization),
    keep: true,
    summary: 'Organizations, newest first',
  }),
  organizationCreate: post('/organizations', {
    ability: 'write',
    body: projects.OrganizationCreate,
    result: projects.Organization,
    status: 201,
    summary: 'Make an organization; names need not be unique',
  }),
  organizationView: get('/organizations/{id}', {
    ability: 'read',
    result: projects.Organization,
    keep: true,
    summary: 'One organization',
  }),
  organizationDelete: del('/organizations/{id}', {
    ability: 'write',
    summary: 'Remove an organization and its variables; its projects stay, in none',
  }),
  projectList: get('/projects', {
    ability: 'read',
    query: Pages,
    result: Type.Array(projects.Project),
    keep: true,
    summary: 'Projects, newest first',
  }),
  projectCreate: post('/projects', {
    ability: 'write',
    body: projects.ProjectCreate,
    result: projects.Project,
    status: 201,
    summary: 'Make a project; names need not be unique',
  }),
  projectView: get('/projects/{id}', {
    ability: 'read',
    result: projects.Project,
    keep: true,
    summary: 'One project',
  }),
  projectDelete: del('/projects/{id}', {
    ability: 'write',
    summary: 'Remove a project with its environments and variables; its apps stay and run on, in none',
  }),
  projectMove: put('/projects/{id}/organization', {
    ability: 'write',
    body: projects.MoveToOrganization,
    result: projects.Project,
    summary: 'File a project under an organization; empty takes it out',
  }),
  projectStop: post('/projects/{id}/stop', {
    ability: 'deploy',
    result: projects.BulkResult,
    summary: 'Stop every app and database of the project, each on its own',
  }),
  projectStart: post('/projects/{id}/start', {
    ability: 'deploy',
    result: projects.BulkResult,
    summary: 'Start every app and database of the project, each on its own',
  }),
  projectRestart: post('/projects/{id}/restart', {
    ability: 'deploy',
    result: projects.BulkResult,
    summary: 'Restart every app of the project, each on its own',
  }),
  projectTopology: get('/projects/{id}/topology', {
    ability: 'read',
    result: projects.Topology,
    summary: 'Apps, databases, volumes and domains of the project as a graph',
  }),
  environmentListAll: get('/environments', {
    ability: 'read',
    query: Pages,
    result: Type.Array(projects.Environment),
    keep: true,
    summary: 'Environments of all projects, newest first',
  }),
  environmentList: get('/projects/{id}/environments', {
    ability: 'read',
    query: Pages,
    result: Type.Array(projects.Environment),
    keep: true,
    summary: 'Environments of a project, newest first',
  }),
  environmentCreate: post('/projects/{id}/environments', {
    ability: 'write',
    body: projects.EnvironmentCreate,
    result: projects.Environment,
    status: 201,
    summary: 'Make an environment in a project',
  }),
  environmentCompare: get('/projects/{id}/environments/compare', {
    ability: 'read',
    query: closed({ a: Id, b: Id }),
    result: EnvComparison,
    summary: 'The shared variables of two environments side by side, and what differs',
  }),
  environmentView: get('/environments/{id}', {
    ability: 'read',
    result: projects.Environment,
    keep: true,
    summary: 'One environment',
  }),
  environmentUpdate: patch('/environments/{id}', {
    ability: 'write',
    body: projects.EnvironmentUpdate,
    result: projects.Environment,
    summary: 'Protect an environment, or no longer',
  }),
  environmentDelete: del('/environments/{id}', {
    ability: 'write',
    summary: 'Remove an environment and its variables; its apps stay and run on, without it',
  }),
  appMoveToProject: put('/apps/{name}/project', {
    ability: 'write',
    body: projects.MoveToProject,
    result: App,
    summary: 'File an app under a project; empty takes it out',
  }),
  appMoveToEnvironment: put('/apps/{name}/environment', {
    ability: 'write',
    body: projects.MoveToEnvironment,
    result: App,
    summary: 'Tag an app with an environment; empty takes the tag away',
  }),
}
