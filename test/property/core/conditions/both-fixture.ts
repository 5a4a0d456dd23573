import { NO_CONTRACT_FACTS } from '../../../fakes/contract-facts.js'
import type { WaitingDeps } from '../../../../electron/core/instructions/waiting/waiting-deps.js'
import { WaitingInstructions } from '../../../../electron/core/instructions/waiting/waiting-service.js'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import type { ConnectionId, InstructionId } from '../../../../shared/domain/ids.js'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type {
  RequestedCondition,
  WaitingRequest,
} from '../../../../shared/domain/instructions/waiting-request.js'
import {
  exchangeClock,
  exchangeInstant,
  OPEN_MINUTE,
  tradingDay,
} from '../../../../shared/domain/market/exchange-time.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { accountId } from '../../../../shared/domain/ids.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { ok } from '../../../../shared/domain/result.js'
import { MINUTE_MS, SECOND_MS, type EpochMs } from '../../../../shared/domain/time.js'
import { fakeDocument } from '../../../fakes/document.js'
import { AAPL, openAlerts, OFFSET_MS } from '../../../unit/core/alerts/alert-fixture.js'
import { FakeBroker } from '../../../unit/core/alerts/fake-broker.js'

const ASSISTANT = '00000000000000a1' as ConnectionId
const FIRST_DAY = '2026-11-20'

type Alerts = Awaited<ReturnType<typeof openAlerts>>

const DRAFT: OrderDraft = {
  accountId: accountId('ACC1'),
  assetClass: 'stock',
  symbol: AAPL,
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('1')) },
  limitPrice: asPrice(dec('100')),
  stopPrice: null,
  trail: null,
  expireDate: null,
}
const REQUEST: WaitingRequest['request'] = {
  key: null,
  reason: 'Breakout',
  action: { kind: 'place', drafts: [DRAFT] },
}

/** An alert and a waiting instruction on the same market, over restarts. */
export class BothFixture {
  readonly #file = fakeDocument()
  #lines: string[] = []
  #wakes = 0
  #firings = 0
  #day = FIRST_DAY
  #liveSince = 0
  #run!: Alerts
  #waiting!: WaitingInstructions
  readonly #broker = new FakeBroker()
  readonly #drawingsFile = fakeDocument()

  /** Opens both a minute before the market opens. */
  static async open(): Promise<BothFixture> {
    const fixture = new BothFixture()
    await fixture.#start(fixture.#beforeOpen())
    return fixture
  }

  get run(): Alerts {
    return this.#run
  }

  /** How often the waiting instruction woke, and the alert fired. */
  get counts(): { readonly wakes: number; readonly firings: number } {
    return { wakes: this.#wakes, firings: this.#firings + this.#run.fired.length }
  }

  /** Lets an instruction wait. Returns false where its condition is met already. */
  async wait(condition: RequestedCondition): Promise<boolean> {
    const { day } = exchangeClock((this.#run.exchangeNow() + 20 * 24 * 60 * MINUTE_MS) as EpochMs)
    const added = await this.#waiting.intake.add(
      ASSISTANT,
      { request: REQUEST, condition, expires: { day, minute: 12 * 60 } },
      this.#run.market.quotes.get(AAPL) ?? null,
    )
    await this.pass()
    return added.ok
  }

  /** Lets a pulse of both pass. */
  pass(ms = 2 * SECOND_MS): Promise<void> {
    return this.#run.time.advance(ms)
  }

  setMarket(state: 'live' | 'down'): void {
    this.#liveSince = this.#run.time.now()
    this.#run.market.setState(state)
  }

  /** Goes on to the opening of the market, if that is to come. */
  async toOpening(): Promise<void> {
    const openAt = exchangeInstant(this.#day, OPEN_MINUTE) - OFFSET_MS
    const left = openAt - this.#run.time.now()
    if (left > 0) await this.pass(left + SECOND_MS)
  }

  /** Ends the program, and starts it again before the market opens the next day, or at once. */
  async restart(isNextDay: boolean, whileClosed: () => void = () => undefined): Promise<void> {
    await this.close()
    whileClosed()
    this.#firings += this.#run.fired.length
    if (isNextDay) this.#day = tradingDay(this.#day, 1)
    await this.#start(isNextDay ? this.#beforeOpen() : this.#run.time.now() + SECOND_MS)
  }

  async close(): Promise<void> {
    await this.#run.alerts.dispose()
    await this.#waiting.dispose()
  }

  #beforeOpen(): number {
    return exchangeInstant(this.#day, OPEN_MINUTE) - MINUTE_MS - OFFSET_MS
  }

  async #start(startMs: number): Promise<void> {
    this.#run = await openAlerts({
      file: this.#file,
      drawingsFile: this.#drawingsFile,
      broker: this.#broker,
      startMs,
    })
    await this.#run.drawings.load()
    this.#liveSince = startMs
    this.#waiting = new WaitingInstructions(this.#deps())
    await this.#waiting.restore()
    await this.pass()
  }

  #deps(): WaitingDeps {
    const { time } = this.#run
    return {
      environment: 'sandbox',
      clock: time,
      timers: time,
      random: { bytes: (length: number) => new Uint8Array(length).fill(7) } as never,
      crypto: nodeCrypto,
      log: { event: () => undefined },
      journal: {
        read: () => Promise.resolve(ok({ lines: this.#lines })),
        append: (line: string) => {
          this.#lines.push(line)
          return Promise.resolve(ok(undefined))
        },
        replace: (lines: readonly string[]) => {
          this.#lines = [...lines]
          return Promise.resolve(ok(undefined))
        },
        close: () => Promise.resolve(),
      } as never,
      audit: { append: () => Promise.resolve(ok({ seq: 1, hash: '' })) },
      connections: {
        get: () => ({ id: ASSISTANT, name: 'Helper', state: 'active' }) as ConnectionView,
        onChange: () => () => undefined,
      },
      instructionService: {
        intake: {
          check: (_connection, request) =>
            Promise.resolve(
              ok({
                connection: { name: 'Helper' } as ConnectionView,
                actions: [{ kind: 'place' as const, draft: DRAFT }],
                requestDigest: '',
                reason: request.reason,
              }),
            ),
          wake: (connectionId, { key }) => {
            this.#wakes += 1
            const id = `${this.#wakes}`.padStart(32, '0') as InstructionId
            return Promise.resolve(ok([{ id, key, connectionId } as Instruction]))
          },
        },
        closedReason: () => null,
        byConnection: () => [],
      },
      session: this.#session(),
      halted: { get: () => false, subscribe: () => () => undefined },
      contracts: NO_CONTRACT_FACTS,
      onUnreadable: () => {
        throw new Error('the file of waiting instructions is unreadable')
      },
    }
  }

  #session(): WaitingDeps['session'] {
    const { market } = this.#run
    const channel = () => ({
      channel: 'market',
      state: market.health.state,
      since: this.#liveSince,
    })
    return {
      environment: 'sandbox',
      connection: { view: () => ({ phase: 'ready', exchangeOffsetMs: OFFSET_MS }) },
      streams: {
        health: { get: () => ({ channels: [channel()] }) },
        orders: this.#broker.orders,
        quotes: (symbols: readonly never[]) => market.quotes.rows(symbols),
      },
      queries: {
        exchangeNow: () => this.#run.exchangeNow(),
        quote: () => Promise.resolve(null),
      },
    } as unknown as WaitingDeps['session']
  }
}
