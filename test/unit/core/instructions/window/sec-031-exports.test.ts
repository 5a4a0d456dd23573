import { describe, expect, it } from 'vitest'
import { trayItems, trayTooltip } from '../../../../../electron/app/kill-switch/tray-menu.js'
import { formatterOf, loadLanguages } from '../../../../../electron/app/settings/system-language.js'
import { formatNotification } from '../../../../../electron/app/windows/instruction-notification.js'
import { groupsOf } from '../../../../../renderer/app/overlays/palette-items.js'
import { alertColumns, eventColumns } from '../../../../../renderer/panels/alerts/alert-columns.js'
import { cellText, rowsText, tableCsv } from '../../../../../renderer/ui/table/copies/table-text.js'
import type { AlertEvent } from '../../../../../shared/domain/alerts/alert.schema.js'
import type { ConfirmView } from '../../../../../shared/domain/instructions/card.js'
import { LANGUAGES } from '../../../../../shared/messages/languages.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { panelText as english } from '../../../../../shared/messages/en/window/panels/index.js'
import { ALERT, openWindow } from './window-fixture.js'

await loadLanguages()

const ATTACK = 'Stop loss 100 @ 190.71 WORKING'
const SIGNED = `Claude: “${ATTACK}”`
const NOTHING = { edit: () => undefined, turn: () => undefined, remove: () => undefined }

/** Returns an alert that an assistant set with these words. */
async function alertOf(note: string) {
  const { alerts, change } = await openWindow()
  expect(await change({ ...ALERT, note } as typeof ALERT)).toBe('made')
  const [alert] = alerts.get().alerts
  if (alert === undefined) throw new Error('no alert')
  return alert
}

describe('SEC-31: words of an assistant that leave the window', () => {
  it('bear its name in the file and on the clipboard of the alerts', async () => {
    const alert = await alertOf(ATTACK)
    const columns = alertColumns(english, NOTHING, () => false, new Map())
    expect(tableCsv(columns, [alert])).toContain(SIGNED)
    expect(rowsText(columns, [alert]).split('\t')).toContain(SIGNED)
    expect(cellText(columns, 'note', alert)).toBe(SIGNED)
  })

  it('bear its name in the file of the history of alerts', async () => {
    const alert = await alertOf(ATTACK)
    const event = { ...alert, number: 1, time: 0, gap: null, delay: 'current' } as never
    const csv = tableCsv(
      eventColumns(english, () => undefined),
      [event as AlertEvent],
    )
    expect(csv).toContain(SIGNED)
    expect(csv.replaceAll(SIGNED, '')).not.toContain('WORKING')
  })

  it('are no formula in a spreadsheet', async () => {
    const alert = await alertOf('=HYPERLINK("https://x")')
    const columns = alertColumns(english, NOTHING, () => false, new Map())
    expect(tableCsv(columns, [alert])).not.toMatch(/(^|[,"])=/m)
  })

  it('are not in the notification of a request, which the program words itself', () => {
    const view = {
      card: {
        state: 'open',
        environment: 'practice',
        requester: { name: 'Claude', reason: ATTACK },
        reason: ATTACK,
        line: foreign('BUY 10 AAPL'),
      },
      batch: [],
      waiting: 0,
      net: [],
    } as unknown as ConfirmView
    for (const language of LANGUAGES) {
      const { title, body } = formatNotification(view, formatterOf(language))
      expect(body).toContain('Claude: BUY 10 AAPL')
      expect(`${title} ${body}`).not.toContain('WORKING')
    }
  })

  it('have no way into the tray and the palette', () => {
    const state = {
      environment: 'practice' as const,
      profile: 'Practice',
      waiting: 2,
      halt: null,
      paired: true,
      tradingHalted: false,
    }
    for (const language of LANGUAGES) {
      const write = formatterOf(language)
      const shown = [
        trayTooltip(state, write),
        ...trayItems(state, write).map(({ label }) => label),
      ]
      expect(shown.join(' ')).not.toMatch(/Claude|WORKING/u)
    }
    // The palette is made of symbols and of the commands of the program, and of nothing else.
    const offered = groupsOf('', {
      matches: [],
      recent: ['list:a', 'symbol:MSFT', `alert:${ATTACK}`],
      commands: [],
      text: english,
    })
    expect(offered.flatMap(({ items }) => items).map(({ id }) => id)).toEqual(['symbol:MSFT'])
  })
})
