import { expect, test } from 'vitest'
import { parseCron } from './cron.ts'
import { cronWords } from './cron-words.ts'

test.each([
  ['* * * * *', 'every minute'],
  ['*/15 * * * *', 'every 15 minutes'],
  ['0 * * * *', 'every hour, on the hour'],
  ['5,20 * * * *', 'every hour at :05 and :20'],
  ['0 3 * * *', 'every day at 03:00'],
  ['30 6,18 * * *', 'every day at 06:30 and 18:30'],
  ['0 */4 * * *', 'every day at 00:00, 04:00, 08:00, 12:00, 16:00 and 20:00'],
  ['10 */2 * * *', 'every 2 hours at :10'],
  ['0 9 * * 1-5', 'every weekday at 09:00'],
  ['0 9-17 * * mon-fri', 'every hour, on the hour from 09:00 to 17:00 every weekday'],
  ['*/10 9-17 * * *', 'every 10 minutes from 09:00 to 17:50'],
  ['0 0 * * 0', 'every Sunday at 00:00'],
  ['0 0 1 * *', 'on day 1 of the month at 00:00'],
  ['0 0 1,15 * 1', 'on day 1 and 15 of the month and also every Monday at 00:00'],
  ['0 0 1 1,7 *', 'on day 1 of the month at 00:00 in January and July'],
  ['7 1,2,5,9,10,12,20 * * *', 'at :07 in the hours 01, 02, 05, 09, 10, 12 and 20'],
  ['@daily', 'every day at 00:00'],
])('%s is %s', (text, words) => {
  const cron = parseCron(text)
  expect(cron.ok && cronWords(cron.value)).toBe(words)
})
