// People, roles and resource policies. Spec 5.
import Type from 'typebox'
import { del, get, patch, post, put } from '../route.ts'
import { closed, Paging } from '../schemas/common.ts'
import { User, UserCreate, UserPassword, UserUpdate } from '../schemas/users.ts'

export const userRoutes = {
  userList: get('/users', {
    ability: 'root',
    query: closed(Paging),
    result: Type.Array(User),
    keep: true,
    summary: 'People who can sign in, newest first',
  }),
  userCreate: post('/users', { ability: 'root', body: UserCreate, result: User, status: 201, summary: 'Add a person' }),
  userView: get('/users/{id}', { ability: 'root', result: User, keep: true, summary: 'One person' }),
  userUpdate: patch('/users/{id}', {
    ability: 'root',
    body: UserUpdate,
    result: User,
    summary: 'Change a person’s name, role or resource policy',
  }),
  userPasswordSet: put('/users/{id}/password', {
    ability: 'root',
    body: UserPassword,
    summary: 'Give a person a new password; their sessions end',
  }),
  userDelete: del('/users/{id}', { ability: 'root', summary: 'Remove a person with their sessions and tokens' }),
}
