import { describe, expect, it } from 'vitest'
import { sources } from './sources.js'

/** Their file port returns an error instead of throwing; they return one that names the file. */
const FILES: readonly string[] = [
  'electron/core/instructions/queue/instruction-log.ts',
  'electron/core/instructions/queue/instruction-store.ts',
  'electron/core/orders/order-journal.ts',
]
/** Where orders and instructions are sent, canceled and settled. */
const FOLDERS = [
  'electron/core/orders',
  'electron/core/instructions/hosted',
  'electron/core/instructions/kill-switch',
  'electron/core/instructions/queue',
]
const LOST_REJECTION = /\.catch\(\s*\(\)/
/** A `catch` without its exception, and the `try` before it. */
const LOST_EXCEPTION = /\btry \{((?:(?!\btry \{)[\s\S])*?)\} catch \{/g

/**
 * Returns the code that turns an exception into a plain outcome without its cause. Text that is not
 * JSON has none.
 */
const lostCauses = (text: string): readonly string[] => [
  ...(LOST_REJECTION.exec(text) ?? []),
  ...[...text.matchAll(LOST_EXCEPTION)]
    .map(([, tried = '']) => tried)
    .filter((tried) => !tried.includes('JSON.parse(')),
]

describe('causes of failures (REL-30)', () => {
  it('are logged wherever orders and instructions are sent or settled', () => {
    const found = sources(FOLDERS)
      .filter(({ text }) => lostCauses(text).length > 0)
      .map(({ path }) => path)
    expect(found).toEqual(FILES)
  })

  it('are missed by a handler without its exception, but not by one for text', () => {
    expect(lostCauses('send().catch((): null => null)')).toHaveLength(1)
    expect(lostCauses('try {\n  send()\n} catch {\n}')).toHaveLength(1)
    expect(lostCauses('try {\n  JSON.parse(text)\n} catch {\n}')).toEqual([])
  })
})
