// Credentials of image registries, for private images. Reading notes: writes are `write:sensitive`.
import Type from 'typebox'
import { del, get, patch, post } from '../route.ts'
import * as registries from '../schemas/registries.ts'

export const registryRoutes = {
  registryCredentialList: get('/registry-credentials', {
    ability: 'read',
    result: Type.Array(registries.RegistryCredential),
    keep: true,
    summary: 'Credentials of image registries by name, without their passwords',
  }),
  registryCredentialCreate: post('/registry-credentials', {
    ability: 'write:sensitive',
    body: registries.RegistryCredentialCreate,
    result: registries.RegistryCredential,
    status: 201,
    summary: 'Keep a user name and password for a registry; the password is never shown again',
  }),
  registryCredentialView: get('/registry-credentials/{id}', {
    ability: 'read',
    result: registries.RegistryCredential,
    keep: true,
    summary: 'One credential, without its password',
  }),
  registryCredentialUpdate: patch('/registry-credentials/{id}', {
    ability: 'write:sensitive',
    body: registries.RegistryCredentialUpdate,
    result: registries.RegistryCredential,
    summary: 'Change only the fields that are named',
  }),
  registryCredentialDelete: del('/registry-credentials/{id}', {
    ability: 'write:sensitive',
    summary: 'Remove a credential; 409 while apps use it',
  }),
  registryCredentialTest: post('/registry-credentials/{id}/test', {
    ability: 'write:sensitive',
    result: registries.RegistryTest,
    summary: 'Sign in to the registry with the credential and say what it answered',
  }),
}
