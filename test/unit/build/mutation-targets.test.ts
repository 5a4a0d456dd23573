import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../../build/lib/paths.mjs'
import { filesOf, TARGETS } from '../../../build/mutation-targets.mjs'

const files = Object.keys(TARGETS).flatMap((target) => filesOf(target))

test('every room has files, each is there, and none is tried twice', () => {
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  expect(files.length).toBe(new Set(files).size)
  expect(Object.keys(TARGETS).filter((target) => filesOf(target).length === 0)).toEqual([])
})

test('all of the audit and of the limits is tried, a file that comes later as well', () => {
  const folders = ['electron/core/audit', 'electron/core/risk']
  expect(
    folders
      .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`))
      .filter((path) => !files.includes(path)),
  ).toEqual([])
})

test('one file of a room has a name of its own; an unknown name is told with those that there are', () => {
  expect(filesOf('idempotency-keys')).toEqual([
    'electron/core/instructions/queue/idempotency-keys.ts',
  ])
  expect(() => filesOf('judges')).toThrow('There is no target judges. There are: policy, exposure')
})
