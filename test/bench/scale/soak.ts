import { answerWith } from '../../e2e/support/native-questions.js'
import { invoke as bridgeCall } from '../../e2e/support/bridge.js'
import { openMainWindow, type MainWindowPage } from '../../e2e/support/main-window-page.js'
import { textRow, type MetricRow } from '../report/table.js'
import { growthRow } from '../memory/growth.js'
import { METRICS, exchangeTimeOf, sizeText, usageOf, type Usage } from './resources.js'
import { pause } from '../pause.js'

/** Real minutes of the run, in which a day of the exchange passes. */
const MINUTES = Number(process.env['COUNTERSIGN_SOAK_MINUTES'] ?? 5)
const DAY_MINUTES = 24 * 60
/** Exchange seconds per real second. */
const SPEED = Math.round(DAY_MINUTES / MINUTES)
const SAMPLES = 24
const SAMPLE_MS = (MINUTES * 60_000) / SAMPLES
/**
 * The exchange holds the plans of two trading days of each symbol, so that a first day fills what
 * later days replace.
 */
const WARM_UP_DAYS = 3
const WARM_UP_SPEED = 5 * SPEED
const WARM_UP_LIMIT_MS = 10 * 60_000
/** Symbols of the orders; an order each second, of which every second one fills. */
const SYMBOLS = ['SPY', 'QQQ', 'AAPL', 'MSFT'] as const

/**
 * Places an order each second, in the page, through its bridge: market orders to and fro, and limit
 * orders that are canceled after a while.
 */
const TRADE = `(() => {
  const { invoke } = window.countersign
  const symbols = ${JSON.stringify(SYMBOLS)}
  let turn = 0
  const placeOne = async (accountId) => {
    turn += 1
    const isMarket = turn % 2 === 0
    const reply = await invoke('orders.submit', {
      ticket: 'soak-ticket-' + turn,
      draft: {
        accountId,
        assetClass: 'stock',
        symbol: symbols[turn % symbols.length],
        side: turn % 4 === 0 ? 'sell' : 'buy',
        type: isMarket ? 'market' : 'limit',
        timeInForce: 'day',
        session: 'core',
        size: { kind: 'quantity', quantity: '1' },
        limitPrice: isMarket ? null : '5.00',
        stopPrice: null,
        trail: null,
        expireDate: null,
      },
    })
    const id = reply.value?.order?.clientOrderId
    if (isMarket || id === undefined) return
    setTimeout(() => void invoke('orders.cancel', { accountId, clientOrderId: id }), 5000)
  }
  void invoke('session.get', {}).then(({ value }) => {
    setInterval(() => void placeOne(value.selectedAccount), 1000)
  })
})()`

/** Lets the days pass after which the exchange replaces what it holds. */
async function warmUp(desk: MainWindowPage): Promise<void> {
  const until = (await exchangeTimeOf(desk)) + WARM_UP_DAYS * DAY_MINUTES * 60_000
  const limit = Date.now() + WARM_UP_LIMIT_MS
  await desk.practice({ command: 'clock', speed: WARM_UP_SPEED })
  while ((await exchangeTimeOf(desk)) < until && Date.now() < limit) await pause(1_000)
  await desk.practice({ command: 'clock', speed: SPEED })
}

/** P51: what a day at the market leaves behind, with an order every second. */
export async function soak(): Promise<MetricRow[]> {
  const desk = await openMainWindow({
    suite: 'bench-soak',
    keyStore: 'none',
    args: ['--js-flags=--expose-gc'],
  })
  try {
    await desk.ready()
    const exchangePid = await desk.practicePid()
    // The page's orders have no press of their own (SEC-28).
    await answerWith(desk, 'Accept')
    await bridgeCall(desk, 'preferences.set', { assistiveApproval: true })
    await desk.page.evaluate(TRADE)
    // Only now: a start at this speed cannot keep up on a busy machine.
    await warmUp(desk)
    const exchangeBegin = await exchangeTimeOf(desk)
    const samples: Usage[] = []
    const before = (await desk.truth()).orders.length
    const end = Date.now() + MINUTES * 60_000
    while (Date.now() < end) {
      await pause(SAMPLE_MS)
      samples.push(await usageOf(desk, exchangePid))
      process.stdout.write(`${JSON.stringify(samples.at(-1))}\n`)
    }
    const placed = (await desk.truth()).orders.length - before
    const hours = ((await exchangeTimeOf(desk)) - exchangeBegin) / 3_600_000
    return [
      textRow(
        'P51',
        `${MINUTES} minutes at ${SPEED} times the speed of the market: exchange time`,
        `${hours.toFixed(1)} h, ${placed} orders`,
      ),
      ...(Object.keys(METRICS) as (keyof Usage)[]).map((metric) =>
        growthRow({
          id: 'P51',
          metric: METRICS[metric],
          values: samples.map((sample) => sample[metric]),
          format: (value) => sizeText(metric, value),
          period: { name: '24 h of exchange time', runs: hours / 24 },
        }),
      ),
    ]
  } finally {
    await desk.close()
  }
}
