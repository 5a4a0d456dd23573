import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { showAlerts } from '../../../../renderer/app/alert-toasts.js'
import { showFills } from '../../../../renderer/app/fill-toasts.js'
import { showOrderNews } from '../../../../renderer/app/order-toasts.js'
import { setLanguage } from '../../../../renderer/language/language.js'
import { MainWindowProvider } from '../../../../renderer/stores/context.js'
import { createMainWindow, type MainWindow } from '../../../../renderer/stores/main-window.js'
import { resumeTrading } from '../../../../renderer/app/commands/halt.js'
import { cancelOrder } from '../../../../renderer/ui/orders/order-actions.js'
import { Toasts } from '../../../../renderer/ui/toasts/toasts.js'
import type { AlertEvent, AlertsView } from '../../../../shared/domain/alerts/alert.schema.js'
import { appError, type AppError } from '../../../../shared/domain/app/app-error.js'
import { asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import type { OrderTerms } from '../../../../shared/domain/orders/order-terms.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { SessionView } from '../../../../shared/domain/session/session-view.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import { fill, order, price } from '../samples.js'

const NOW = 100_000_000
const LATER = epochMs(NOW + 1)
let mainWindow: MainWindow
let answer: Result<unknown, AppError>
let stops: readonly (() => void)[]

beforeEach(() => {
  mainWindow = createMainWindow({
    invoke: (() => Promise.resolve(answer)) as MainWindow['invoke'],
    openStream: () => () => undefined,
    now: () => NOW,
    after: () => () => undefined,
  })
  const session = { exchangeOffsetMs: 0, ordersListed: true } as SessionView
  mainWindow.session.setState({ value: session })
  mainWindow.alerts.setState({ value: alerts([]) })
  mainWindow.fills.setFreshness('live')
  mainWindow.orders.setFreshness('live')
  stops = [showFills(mainWindow), showOrderNews(mainWindow), showAlerts(mainWindow)]
})

afterEach(async () => {
  for (const stop of stops) stop()
  await setLanguage('en')
})

const alerts = (history: readonly AlertEvent[]): AlertsView => ({
  state: 'ready',
  alerts: [],
  history,
  isStored: true,
})

/** Returns the texts of the toasts as the window paints them now. */
function painted(): string {
  const { toasts } = mainWindow
  const shown = { ...mainWindow, toasts: { ...toasts, getInitialState: toasts.getState } }
  return renderToStaticMarkup(
    <MainWindowProvider value={shown}>
      <Toasts />
    </MainWindowProvider>,
  )
    .replaceAll(/<svg.*?<\/svg>/g, '')
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/\|+/g, '|')
}

/** Returns the toasts in English, and in Spanish after the language changed. */
async function inBoth(): Promise<{ readonly en: string; readonly es: string }> {
  const en = painted()
  await setLanguage('es')
  return { en, es: painted() }
}

const TEN = asQuantity(dec('10'))
/** One of two exits of a position in MSFT, of which one cancels the other. */
const exit = (role: 'take-profit' | 'stop-loss', more: Partial<Order>): Order =>
  order(role, {
    symbol: symbol('MSFT'),
    side: 'sell',
    quantity: TEN,
    placedAt: epochMs(NOW),
    terms: {
      combo: { kind: 'protection', role, clientComboId: 'g', comboId: null },
      strategy: null,
      legs: [],
    } as unknown as OrderTerms,
    ...more,
  })

const FIRED: AlertEvent = {
  number: 1,
  alertId: '0'.repeat(16) as AlertEvent['alertId'],
  what: 'fired',
  time: LATER,
  condition: {
    kind: 'price',
    instrument: { assetClass: 'stock', symbol: symbol('AAPL') },
    when: 'above',
    price: price('270.05'),
  },
  note: '',
  ticket: null,
  crossing: 'up',
  value: dec('270.06'),
  valueTime: LATER,
  delay: 'current',
  gap: null,
}

describe('the toasts, after the language of the window changed', () => {
  it('writes the toast of a fill in the new language, with its button', async () => {
    const hundred = asQuantity(dec('100'))
    mainWindow.orders.upsert([order('a', { status: 'filled', filledQuantity: hundred })])
    mainWindow.fills.upsert([{ ...fill('a'), quantity: hundred, time: LATER }])
    const { en, es } = await inBoth()
    expect(en).toContain('|Bought 100 AAPL at 1.00|')
    expect(en).toContain('100 of 100 filled|Show order|')
    expect(es).toContain('|Compra ejecutada: 100 AAPL a 1.00|')
    expect(es).not.toMatch(/filled|Show order/i)
  })

  it('writes the toast of several fills in the new language', async () => {
    const ids = ['a', 'b', 'c', 'd']
    mainWindow.fills.upsert(ids.map((id) => ({ ...fill(id), time: LATER })))
    const { en, es } = await inBoth()
    expect(en).toContain('|4 orders filled|')
    expect(es).toContain('|4 órdenes ejecutadas|')
  })

  it('writes the toast of a stop loss that filled in the new language', async () => {
    const [stop, target] = [exit('stop-loss', {}), exit('take-profit', {})]
    mainWindow.orders.upsert([stop, target])
    const filled = { filledQuantity: TEN, averageFillPrice: price('511.17') }
    mainWindow.orders.upsert([
      { ...stop, ...filled, status: 'filled' },
      { ...target, status: 'cancelled' },
    ])
    const { en, es } = await inBoth()
    expect(en).toContain('|MSFT: stop loss filled 10 at 511.17, take profit canceled|')
    expect(es).toContain('|MSFT: ')
    expect(es).not.toMatch(/filled|canceled|Show/i)
  })

  it('writes the toast of a rejected order in the new language, with the reason', async () => {
    const sent = order('a', { placedAt: epochMs(NOW) })
    mainWindow.orders.upsert([sent])
    const note = message('draft.symbol-missing')
    mainWindow.orders.upsert([{ ...sent, status: 'rejected', note }])
    const { en, es } = await inBoth()
    expect(en).toContain('Choose a symbol.')
    expect(es).toContain('Elija un símbolo.')
    expect(es).not.toMatch(/rejected|Show/i)
  })

  it('writes the toast of an alert in the new language', async () => {
    mainWindow.alerts.setState({ value: alerts([FIRED]) })
    const { en, es } = await inBoth()
    expect(en).toContain('AAPL')
    expect(es).toContain('AAPL')
    expect(es).not.toMatch(/\b(rose|above|at|Show)\b/)
  })

  it('writes the toast of a refused cancel in the new language', async () => {
    answer = ok({ outcome: 'denied', reasons: [message('draft.symbol-missing')] })
    await cancelOrder(mainWindow, order('a'))
    const { en, es } = await inBoth()
    expect(en).toContain('|Not sent: Buy 100 AAPL @ 185.20|Choose a symbol.|')
    expect(es).toContain('|Elija un símbolo.|')
    expect(es).not.toMatch(/Not sent|Buy/)
  })

  it('writes the toast of an error in the new language', async () => {
    answer = err(appError('storage/failed', message('draft.symbol-missing')))
    await resumeTrading(mainWindow)
    const { en, es } = await inBoth()
    expect(en).toContain('Choose a symbol.')
    expect(es).toContain('Elija un símbolo.')
  })
})
