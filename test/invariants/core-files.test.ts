import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { CORE_FILES } from '../e2e/core-files.js'

const E2E = fileURLToPath(new URL('../e2e', import.meta.url))

describe('The window tests that npm test runs', () => {
  it('are files that exist, each named once', () => {
    expect(CORE_FILES.filter((path) => !existsSync(join(E2E, path)))).toEqual([])
    expect(new Set(CORE_FILES).size).toBe(CORE_FILES.length)
  })

  it('contain some of every topic, but of the limits, whose one file waits for many fills', () => {
    const topics = readdirSync(E2E, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['support', 'limits'].includes(entry.name))
      .map(({ name }) => name)
    const missing = topics.filter(
      (topic) => !CORE_FILES.some((path) => path.startsWith(`${topic}/`)),
    )
    expect(missing).toEqual([])
  })
})
