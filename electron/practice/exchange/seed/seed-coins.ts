import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import type { Transfer } from '../../ledger/transfers.js'
import type { ExchangeState } from '../state/exchange-state.js'
import { moveAssets } from '../transfers/move-assets.js'
import { TRANSFERRED_COIN } from '../transfers/transfer-days.js'
import { accountAddress, outsideAddress, transactionHash } from '../transfers/transfer-facts.js'

const REQUEST_MINUTE = 10 * 60 + 5
/** Minutes until the network confirmed. */
const ON_CHAIN = 24
/** What came in leaves completely, so that the account begins without coins. */
const COINS = 0.012
const FEE = 0.000_02

/** Books a past transfer of coins, whole and with its record. */
export function seedCoins(
  direction: Transfer['direction'],
  status: 'COMPLETED' | 'REJECTED',
): (state: ExchangeState, today: { readonly day: string }) => void {
  return (state, { day }) => {
    const { accounts, transfers } = state.ledger
    const account = [...accounts.values()].find(({ accountClass }) => accountClass === 'CRYPTO')
    const instrument = state.deps.instrument(TRANSFERRED_COIN)
    const price = state.deps.reference(TRANSFERRED_COIN)?.last
    if (account === undefined || instrument === undefined || price === undefined) return
    const { scale } = instrument
    const units = (amount: number): number => Math.round(amount * 10 ** scale.size)
    const incoming = direction === 'INCOMING'
    const feeSize = incoming ? 0 : units(FEE)
    const completed = status === 'COMPLETED'
    const number = transfers.length + 1
    const ownAddress = accountAddress(state)
    const other = outsideAddress(state, incoming ? number : 1)
    const record: Transfer = {
      transferId: state.deps.ids('transfer', number),
      accountId: account.accountId,
      method: 'CRYPTO_TRANSFER',
      direction,
      status,
      failureReason: completed ? null : 'The address is not on the list of allowed addresses.',
      createdAt: exchangeInstant(day, REQUEST_MINUTE),
      updatedAt: exchangeInstant(day, REQUEST_MINUTE + ON_CHAIN),
      settlementDay: completed ? day : null,
      acats: null,
      coins: {
        symbol: TRANSFERRED_COIN,
        scale,
        size: units(COINS) - feeSize,
        feeSize,
        price: incoming ? price : null,
        hash: completed ? transactionHash(state, number) : null,
        from: incoming ? other : ownAddress,
        to: incoming ? ownAddress : other,
      },
      plan: null,
    }
    transfers.push(record)
    if (completed) moveAssets(state, record, day, record.updatedAt)
  }
}
