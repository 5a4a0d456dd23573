import type {
  AlertCondition,
  AlertEvent,
  AlertInstrument,
  AlertTerms,
  AlertView,
} from '../../../shared/domain/alerts/alert.schema.js'
import type { AlertId } from '../../../shared/domain/alerts/alert.js'
import { dec, isPositive, type Decimal } from '../../../shared/domain/decimal.js'
import { symbol, type Symbol } from '../../../shared/domain/ids.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { SessionFixture } from '../core/session-fixture.js'

/** A busy machine follows a quick exchange slowly. */
const UNTIL_FAST_MS = 300_000

/** Returns terms that fire once, silently. */
export const alertOn = (condition: AlertCondition, more: Partial<AlertTerms> = {}): AlertTerms => ({
  condition,
  repeatMs: null,
  expiresAt: null,
  sound: false,
  notification: false,
  note: '',
  ticket: null,
  ...more,
})

/** The alerts of a session over real sockets, as a window would set and read them. */
export class AlertSession {
  readonly desk: SessionFixture

  private constructor(desk: SessionFixture) {
    this.desk = desk
  }

  static async open(): Promise<AlertSession> {
    return new AlertSession(await SessionFixture.open(undefined, 'off'))
  }

  close(): Promise<void> {
    return this.desk.close()
  }

  /** Creates an alert and returns it as it is listed. */
  async create(terms: AlertTerms): Promise<AlertView> {
    const view = expectOk(await this.desk.session.alerts.edit({ kind: 'create', terms }))
    const alert = view.alerts.at(-1)
    if (alert === undefined) throw new Error('nothing was created')
    return alert
  }

  view(id: AlertId): AlertView {
    const found = this.desk.session.streams.alerts.get().alerts.find((alert) => alert.id === id)
    if (found === undefined) throw new Error(`no alert ${id}`)
    return found
  }

  /** Returns the entries of an alert in the history, newest first. */
  events(id: AlertId): readonly AlertEvent[] {
    return this.desk.session.streams.alerts.get().history.filter(({ alertId }) => alertId === id)
  }

  /** Waits for the first price of an alert and returns it. */
  async armedValue(id: AlertId): Promise<Decimal> {
    await this.desk.until(`${id} has its first price`, () => this.view(id).armedValue !== null)
    const value = this.view(id).armedValue ?? dec('0')
    if (!isPositive(value)) throw new Error('the first price is not one')
    return value
  }

  /** Lets the exchange's time pass so many times as fast as the clock; 0 stops it. */
  async setSpeed(speed: number): Promise<void> {
    await this.desk.practice.practice.command({ command: 'clock', speed })
  }

  /** Lets the exchange's time pass quickly until something happened. */
  async untilFast(expectation: string, holds: () => boolean, speed = 60): Promise<void> {
    await this.setSpeed(speed)
    try {
      await this.desk.until(expectation, holds, { ms: UNTIL_FAST_MS })
    } finally {
      await this.setSpeed(1)
    }
  }

  /** Returns an instrument of a product that trades now. */
  async instrument(assetClass: AssetClass): Promise<AlertInstrument> {
    return { assetClass, symbol: await this.#symbolOf(assetClass) }
  }

  async #symbolOf(assetClass: AssetClass): Promise<Symbol> {
    const { products } = this.desk
    switch (assetClass) {
      case 'stock':
        return symbol('AAPL')
      case 'crypto':
        return symbol('BTCUSD')
      case 'option': {
        const [contract] = await this.desk.contracts('call')
        if (contract === undefined) throw new Error('no contract')
        return symbol(contract.symbol)
      }
      case 'futures': {
        const month = expectOk(await products.futuresContracts('MES')).find(
          (contract) => contract.kind === 'month' && contract.tradable === 'yes',
        )
        if (month === undefined) throw new Error('no month')
        return symbol(month.symbol)
      }
      case 'event': {
        const series = symbol('KXPRESPARTY')
        const market = expectOk(await products.eventMarkets({ series })).find(
          ({ tradable }) => tradable === 'yes',
        )
        if (market === undefined) throw new Error('no market')
        return market.symbol
      }
    }
  }
}
