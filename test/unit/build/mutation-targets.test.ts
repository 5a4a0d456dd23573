import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../../build/lib/paths.mjs'
import { filesOf, OWN_TESTS, ownTestsOf, TARGETS } from '../../mutation/targets.mjs'

const files = Object.keys(TARGETS).flatMap((target) => filesOf(target))

test('every mutation target has existing files, and no file belongs to two', () => {
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  expect(files.length).toBe(new Set(files).size)
  expect(Object.keys(TARGETS).filter((target) => filesOf(target).length === 0)).toEqual([])
})

test("a target's own tests exist", () => {
  const tests = Object.values(OWN_TESTS).flat()
  expect(tests.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  expect(Object.keys(OWN_TESTS).filter((target) => TARGETS[target] === undefined)).toEqual([])
})

test('all files that decide about orders belong to a target, including new ones', () => {
  const folders = [
    'electron/core/audit',
    'electron/core/risk',
    'electron/core/orders/gateway',
    'electron/core/orders/reconcile',
  ]
  expect(
    folders
      .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`))
      .filter((path) => path.endsWith('.ts') && !files.includes(path)),
  ).toEqual([])
})

test('one file of a target is tested by the own tests of the target', () => {
  expect(ownTestsOf('settlement')).toBe(OWN_TESTS['reconciler'])
  expect(ownTestsOf('reconciler')).toBe(OWN_TESTS['reconciler'])
  expect(ownTestsOf('idempotency-keys')).toBeUndefined()
})

test('a single file can be a target; an unknown name is refused with the known ones', () => {
  expect(filesOf('idempotency-keys')).toEqual([
    'electron/core/instructions/queue/idempotency-keys.ts',
  ])
  expect(() => filesOf('judges')).toThrow(
    'There is no target judges. There are: gateway, closing, order-state',
  )
})
