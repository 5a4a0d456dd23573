import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { startToFail } from '../../harness/windows/failed-start.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { checkedText } from '../../../electron/adapters/journal/checked-file.js'

const NO_ORDER = 'No order was placed or changed.'

let folder: string
test.beforeEach(() => {
  folder = freshUserData()
})
test.afterEach(() => removeFolder(folder))

test('A start on a file names the file, in a dialog and on standard error, and fails', async () => {
  const file = path.join(folder, 'notes.txt')
  writeFileSync(file, 'mine')
  const { exitCode, stderr, boxes } = await startToFail([`--user-data-dir=${file}`])
  expect(exitCode).toBe(1)
  expect(stderr).toContain(`Countersign cannot start: The data folder ${file} is not a folder`)
  expect(stderr).not.toContain('already running')
  expect(boxes).toHaveLength(1)
  expect(boxes[0]?.message).toBe('Countersign cannot start.')
  expect(boxes[0]?.detail).toContain(file)
  expect(boxes[0]?.detail).toContain(NO_ORDER)
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

test('A start below a file never opens the default folder in its place', async () => {
  const file = path.join(folder, 'notes.txt')
  writeFileSync(file, 'mine')
  const { exitCode, stderr, boxes } = await startToFail([`--user-data-dir=${file}/profile`])
  expect(exitCode).toBe(1)
  expect(stderr).toContain(`The data folder ${file}/profile is not a folder but a file`)
  expect(boxes).toHaveLength(1)
})

test('REL-38: settings of a newer version stop the start, unchanged, in their language', async () => {
  const preferences = checkedText('{"v":1,"data":{"language":"es"}}')
  const profiles = checkedText('{"v":2,"profiles":{},"last":"practice"}')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'preferences.json'), preferences)
  writeFileSync(path.join(folder, 'profiles.json'), profiles)
  const { exitCode, stderr, boxes } = await startToFail([`--user-data-dir=${folder}`])
  expect(exitCode).toBe(1)
  expect(stderr).toContain('was written by a newer version of Countersign. Nothing was changed.')
  expect(boxes[0]).toMatchObject({
    message: 'Countersign no se puede iniciar.',
    buttons: ['Salir'],
  })
  expect(readFileSync(path.join(folder, 'profiles.json'), 'utf8')).toBe(profiles)
  expect(readFileSync(path.join(folder, 'preferences.json'), 'utf8')).toBe(preferences)
})
