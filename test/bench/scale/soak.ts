import { openMainWindow } from '../../e2e/support/main-window-page.js'
import { median, megabytes, type Row } from '../table.js'
import { usageOf, type Usage } from './resources.js'

/** Exchange seconds per real second; a day of the market passes in `MINUTES`. */
const SPEED = 60
const MINUTES = Number(process.env['COUNTERSIGN_SOAK_MINUTES'] ?? 24)
const SAMPLE_MS = 20_000
const MAX_GROWTH = 0.05
/** Symbols of the orders; an order each second, of which every second one fills. */
const SYMBOLS = ['SPY', 'QQQ', 'AAPL', 'MSFT'] as const

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

const METRICS: Readonly<Record<keyof Usage, string>> = {
  mainHeap: 'heap of main after a collection',
  windowHeap: 'heap of the window after a collection',
  main: 'memory of main',
  windows: 'memory of the windows',
  exchange: 'memory of the exchange',
  handles: 'open files and sockets of main and exchange',
  files: 'files other than records',
}

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

const sizeText = (metric: keyof Usage, value: number): string =>
  metric === 'handles' ? value.toFixed(0) : megabytes(value)

/** Compares the last quarter with the second one: the first fills caches and tables. */
function growthRow(metric: keyof Usage, samples: readonly Usage[]): Row {
  const values = samples.map((sample) => sample[metric])
  const quarter = Math.floor(values.length / 4)
  const before = median(values.slice(quarter, 2 * quarter))
  const after = median(values.slice(-quarter))
  const growth = after / before - 1
  return {
    id: 'P51',
    metric: METRICS[metric],
    baseline: sizeText(metric, before),
    ours: `${sizeText(metric, after)} (${(growth * 100).toFixed(1)} %)`,
    target: '≤ 5 % growth',
    met: growth <= MAX_GROWTH,
  }
}

/** P51: what a day at the market leaves behind, with an order every second. */
export async function soak(): Promise<Row[]> {
  const desk = await openMainWindow({
    suite: 'bench-soak',
    keyStore: 'none',
    args: [`--practice-speed=${SPEED}`, '--js-flags=--expose-gc'],
  })
  try {
    await desk.ready()
    const exchangePid = await desk.practicePid()
    const clock = async (): Promise<number> =>
      ((await desk.practice({ command: 'clock' })) as { readonly exchangeTime: number })
        .exchangeTime
    const exchangeBegin = await clock()
    await desk.page.evaluate(TRADE)
    const samples: Usage[] = []
    const before = (await desk.truth()).orders.length
    const end = Date.now() + MINUTES * 60_000
    while (Date.now() < end) {
      await pause(SAMPLE_MS)
      samples.push(await usageOf(desk, exchangePid))
      process.stdout.write(`${JSON.stringify(samples.at(-1))}\n`)
    }
    const placed = (await desk.truth()).orders.length - before
    const hours = ((await clock()) - exchangeBegin) / 3_600_000
    return [
      {
        id: 'P51',
        metric: `${MINUTES} minutes at ${SPEED} times the speed of the market: exchange time`,
        baseline: '',
        ours: `${hours.toFixed(1)} h, ${placed} orders`,
        target: '',
        met: null,
      },
      ...(Object.keys(METRICS) as (keyof Usage)[]).map((metric) => growthRow(metric, samples)),
    ]
  } finally {
    await desk.close()
  }
}
