import path from 'node:path'
import { systemClock } from '../../../../electron/adapters/clock.js'
import type { FileSystem } from '../../../../electron/adapters/file-errors.js'
import { nodeFiles } from '../../../../electron/adapters/file-errors.js'
import { createJournalFile } from '../../../../electron/adapters/journal/journal-file.js'
import { OrderWrites } from '../../../../electron/core/institution/order-writes.js'
import { err } from '../../../../shared/domain/result.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import { systemTimers } from '../../../../electron/adapters/timers.js'
import { damageOnDisk, LOG, type DamagedFile } from './profile-rows.js'

const SENT = { kind: 'cancel', accountId: 'A1', clientOrderId: 'c1' } as never

/** The row of an institution's journal of orders: what its console shows after the damage. */
export const INSTITUTION_JOURNAL: DamagedFile = {
  file: 'institution-orders.journal',
  async outcomeOf(folder, damage) {
    const file = path.join(folder, 'institution-orders.journal')
    const open = (files: FileSystem) =>
      new OrderWrites({
        journal: createJournalFile({ path: file, clock: systemClock, log: LOG, files }),
        reads: {
          detail: () => Promise.resolve(err(providerFailure('unavailable', foreign('down')))),
        },
        clock: systemClock,
        timers: systemTimers,
        log: LOG,
      })
    const first = open(nodeFiles)
    for (const ref of ['one', 'two']) {
      await first.send(ref, SENT, () => Promise.resolve({ kind: 'done' as const }))
    }
    await first.dispose()
    const next = open(damageOnDisk(file, damage, null))
    await next.recover()
    const { problem } = next
    const { length } = next.rows()
    await next.dispose()
    if (problem !== null) return 'said in the console, which sends nothing'
    return length === 2 ? 'read' : `not said: the console starts with ${length} of 2 requests`
  },
}
