import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileDialogPort } from '../../../../electron/app/settings/file-dialog-port.js'
import { fileServices } from '../../../../electron/app/settings/file-services.js'
import type { TradingSession } from '../../../../electron/core/session/trading-session.js'
import { TableExport } from '../../../../electron/app/settings/table-export.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

let folder = ''
const names: string[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-table-'))
  names.length = 0
})
afterEach(() => removeFolder(folder))

/** An export whose dialog chooses this file name; null: the person cancels. */
function exportTo(file: string | null, maxChars?: number): TableExport {
  const dialog: FileDialogPort = {
    savePath({ defaultName }) {
      names.push(defaultName)
      return Promise.resolve(file === null ? null : join(folder, file))
    },
    openPath: () => Promise.resolve(null),
  }
  // 21:00 in New York; in UTC the next day.
  const clock = { now: () => epochMs(Date.UTC(2026, 10, 24, 2)) }
  return new TableExport(dialog, clock, maxChars)
}

describe('files that are saved in a window', () => {
  it.each([
    ['the exchange of the open profile', Date.UTC(2027, 0, 5, 15), 'orders-2027-01-05.csv'],
    ['this computer where no profile is open', null, /orders-\d{4}-\d\d-\d\d\.csv$/],
  ] as const)('are dated by the clock of %s', async (_clock, exchangeNow, name) => {
    const savePath: FileDialogPort['savePath'] = ({ defaultName }) => {
      names.push(defaultName)
      return Promise.resolve(null)
    }
    const session = { queries: { exchangeNow: () => epochMs(exchangeNow ?? 0) } }
    const files = fileServices(
      { fileDialog: { savePath } } as unknown as Parameters<typeof fileServices>[0],
      { get: () => ({ keyBindings: {} }) } as unknown as Parameters<typeof fileServices>[1],
      { current: () => (exchangeNow === null ? null : (session as unknown as TradingSession)) },
    )
    files.tables.add('AAPL', true)
    await files.tables.save('orders')
    expect(names).toEqual([
      typeof name === 'string' ? `countersign-${name}` : expect.stringMatching(name),
    ])
  })
})

describe('the export of a table', () => {
  it('saves all parts under the name that the person chooses, as UTF-8 with its mark', async () => {
    const table = exportTo('orders.csv')
    table.add('left over from a canceled one', true)
    table.add('Símbolo\r\n', true)
    table.add('AAPL\r\n', false)
    expect(await table.save('orders')).toEqual({ ok: true, value: true })
    expect(names).toEqual(['countersign-orders-2026-11-23.csv'])
    expect(await readFile(join(folder, 'orders.csv'), 'utf8')).toBe('\uFEFFSímbolo\r\nAAPL\r\n')
  })

  it('writes nothing when the person cancels', async () => {
    const table = exportTo(null)
    table.add('AAPL', true)
    expect(await table.save('orders')).toEqual({ ok: true, value: false })
  })

  it('refuses a table that is too long instead of cutting it', () => {
    const table = exportTo('orders.csv', 10)
    expect(table.add('12345678', true).ok).toBe(true)
    expect(table.add('9012', false)).toMatchObject({ ok: false, error: { code: 'ipc/too-large' } })
  })

  it('says when the file cannot be written', async () => {
    const table = exportTo('missing-folder/orders.csv')
    table.add('AAPL', true)
    expect(await table.save('orders')).toMatchObject({
      ok: false,
      error: { code: 'storage/failed' },
    })
  })
})
