import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const known = ['APP_DATA_DIR', 'APP_HTTP_ADDR', 'APP_DATABASE_URL']

test('a slip of the finger finds the word that was meant', () => {
  expect(nearest('APP_DATADIR', known)).toBe('APP_DATA_DIR')
  expect(nearest('APP_HTTP_ADRR', known)).toBe('APP_HTTP_ADDR')
})

test('a word that is like none finds none', () => {
  expect(nearest('APP_SOMETHING_ELSE_ENTIRELY', known)).toBeUndefined()
})
