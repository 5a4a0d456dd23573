import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node'

const REASON_LINES = 8
const beginningOf = (text: string): string => text.split('\n').slice(0, REASON_LINES).join('\n')

/** Returns the titles of a test and its groups, joined as a pattern for titles sees them. */
function fullTitle(test: TestCase | TestSuite): string {
  const { parent, name } = test
  return parent.type === 'module' ? name : `${fullTitle(parent)} ${name}`
}

/** Prints the counts of `npm test`, with the reason of every skip. */
export default class SummaryReporter implements Reporter {
  #root = ''
  /** Only tests whose title matches it run; those that are left out by it count nowhere. */
  #pattern: RegExp | undefined

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root
    this.#pattern = vitest.config.testNamePattern
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: unhandled.length, skipped: 0 }
    const notes: string[] = unhandled.map((error) => `Outside any test: ${error.message}`)
    const failedTests: { file: string; title: string; reason?: string }[] = []
    for (const module of modules) {
      const file = module.relativeModuleId
      const before = failedTests.length
      for (const test of module.children.allTests()) {
        if (this.#pattern?.test(fullTitle(test)) === false) continue
        const result = test.result()
        if (result.state === 'passed') counts.passed += 1
        else if (result.state === 'failed') {
          const reason = beginningOf(result.errors[0]?.message ?? '')
          failedTests.push({ file, title: test.fullName, reason })
        } else {
          counts.skipped += 1
          const reason = (result.state === 'skipped' ? result.note : undefined) ?? 'no reason given'
          notes.push(`Skipped: ${file} › ${test.fullName}: ${reason}`)
        }
      }
      // A file that could not be loaded, or whose hook failed, has no failed test of its own.
      const broken = module.state() === 'failed' && failedTests.length === before
      if (broken) failedTests.push({ file, title: 'the file itself' })
    }
    counts.failed += failedTests.length
    const folder = join(this.#root, 'test-results')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'vitest.json'), JSON.stringify({ ...counts, notes, failedTests }))
  }
}
