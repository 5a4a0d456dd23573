import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createJournalFile } from '../../../../electron/adapters/journal/journal-file.js'
import { openAudit } from '../../../../electron/core/audit/audit-log.js'
import type { AuditReport } from '../../../../shared/domain/instructions/audit.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { createMachine, type Machine } from './audit-machine.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-file-'))
})
afterEach(() => removeFolder(folder))
const path = (): string => join(folder, 'audit.journal')

/** Opens the chain over its real file, lets `act` work with it, and returns the report. */
async function run(
  { deps }: Machine,
  act: (audit: Awaited<ReturnType<typeof openAudit>>) => Promise<unknown> = async () => undefined,
): Promise<AuditReport | null> {
  const { clock, log } = deps
  const audit = await openAudit({
    ...deps,
    journal: createJournalFile({ path: path(), clock, log }),
  })
  const report = audit.report()
  await act(audit)
  await audit.close()
  return report
}

describe.each([
  ['with a key store', (_machine: Machine) => undefined],
  ['without a key store', ({ disk }: Machine) => disk.secrets.clear()],
])('REL-39: an audit file with one changed bit, %s', (_name, restart) => {
  test('costs one record, is reported at every start, and never becomes verified', async () => {
    const machine = createMachine()
    await run(machine, async (audit) => {
      for (const id of ['a', 'b', 'c', 'd']) await audit.append('asked', id, `record ${id}`, {})
    })
    const bytes = await readFile(path())
    const { head, secrets } = machine.disk
    const stored = new Map(secrets)
    const ends = [...bytes].flatMap((byte, index) => (byte === 0x0a ? [index + 1] : []))
    for (const [number, end] of ends.entries()) {
      const damaged = Buffer.from(bytes)
      damaged[end - 20] = (damaged[end - 20] ?? 0) ^ 1
      await writeFile(path(), damaged)
      machine.disk.head = head
      for (const [name, secret] of stored) secrets.set(name, secret)
      for (let start = 0; start < 3; start += 1) {
        restart(machine)
        const report = await run(machine, async (audit) => {
          expect((await audit.verify()).state, `record ${number}`).toBe('damaged')
        })
        expect(report?.state, `record ${number}, start ${start}`).toBe('damaged')
        // Everything before the lost record is read.
        expect(report?.count, `record ${number}`).toBeGreaterThanOrEqual(number)
      }
    }
  })

  test('names the file with the damaged record where the rest is a chain', async () => {
    const machine = createMachine()
    await run(machine, (audit) => audit.append('asked', 'a', 'record a', {}))
    const bytes = await readFile(path())
    bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1
    await writeFile(path(), bytes)
    restart(machine)
    const report = await run(machine)
    expect(report?.state).toBe('damaged')
    const problem = report?.problem
    expect(problem === null || problem === undefined ? '' : inEnglish(problem.what)).toMatch(
      /^A record is damaged\. The damaged file is audit\.journal\.damaged-.*\.$/,
    )
  })
})
