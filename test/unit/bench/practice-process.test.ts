import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startPracticeProcess } from '../../bench/practice-process.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-bench-failed-start-'))
  // Every platform's name for the folder of temporary files.
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, folder)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await removeFolder(folder)
})

describe('an exchange that does not start', () => {
  it.each([
    ['ends at once', { path: process.execPath, env: { NODE_OPTIONS: '--no-such-option' } }],
    ['is not there', { path: join(tmpdir(), 'no-such-program'), env: {} }],
  ])('leaves no folder when its program %s', async (_case, executable) => {
    await expect(startPracticeProcess({ executable })).rejects.toThrow(/ended while|ENOENT/)
    expect(readdirSync(folder)).toEqual([])
  })
})
