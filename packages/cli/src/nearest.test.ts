import { expect, test } from 'vitest'
import { didYouMean, nearest } from './nearest.ts'

const names = ['userView', 'userList', 'userCreate', 'tokenList', 'auditList']

test.each([
  ['userVeiw', ['userView']],
  ['UserView', ['userView']],
  ['tokenlst', ['tokenList']],
  ['audit', ['auditList']],
  ['zzzzzz', []],
])('"%s" probably meant %j', (word, expected) => {
  expect(nearest(word, names)).toEqual(expected)
})

test('several close names come in one sentence, and none in no sentence', () => {
  expect(didYouMean('userLiew', names)).toBe('did you mean userView or userList?')
  expect(didYouMean('zzzzzz', names)).toBeUndefined()
})
