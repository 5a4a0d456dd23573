import { useState } from 'react'
import type { AccountId } from '../../../shared/domain/ids.js'
import { epochMs } from '../../../shared/domain/time.js'
import { shortAccountName } from '../../format/account-name.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow, useSelectedAccount, useSetting } from '../../stores/context.js'
import { useAccounts } from '../accounts/use-account-names.js'
import { Select, TextInput } from '../field.js'
import {
  isReversed,
  RANGES,
  timeRange,
  type CustomRange,
  type RangeName,
  type TimeRange,
} from './record-range.js'

/** The filters that every list of records has, and their values. */
export interface RecordFilters {
  /** Null before the session has accounts. */
  readonly accountId: AccountId | null
  readonly setAccount: (account: AccountId) => void
  readonly range: RangeName
  readonly setRange: (range: RangeName) => void
  readonly custom: CustomRange
  readonly setCustom: (custom: CustomRange) => void
  readonly times: TimeRange
  readonly symbol: string
  readonly setSymbol: (symbol: string) => void
}

/** Returns the filters of a list. The account is the selected one until the person chooses. */
export function useRecordFilters(name: 'activity' | 'history' | 'journal'): RecordFilters {
  const { session, now } = useMainWindow()
  const accounts = useAccounts()
  const selected = useSelectedAccount()
  const [chosen, setChosen] = useState<AccountId | null>(null)
  const [range, setRange] = useSetting<RangeName>(`${name}.range`, RANGES, 'month')
  const [custom, setCustom] = useState<CustomRange>({ from: '', to: '' })
  const [symbol, setSymbol] = useState('')
  const known = accounts.some(({ accountId }) => accountId === chosen)
  const exchangeNow = epochMs(now() + (session.getState().value?.exchangeOffsetMs ?? 0))
  return {
    accountId: known ? chosen : selected,
    setAccount: setChosen,
    range,
    setRange,
    custom,
    setCustom,
    times: timeRange(range, custom, exchangeNow),
    symbol,
    setSymbol: (text) => setSymbol(text.toUpperCase()),
  }
}

/** The account, the range of dates and the symbol. */
export function RecordFilterFields({
  filters,
  withDates = true,
  withSymbol = true,
}: {
  readonly filters: RecordFilters
  readonly withDates?: boolean
  readonly withSymbol?: boolean
}) {
  const text = usePanelText().records
  const accounts = useAccounts()
  const { accountId, symbol } = filters
  return (
    <>
      {accounts.length > 1 && accountId !== null && (
        <Select<AccountId>
          aria-label={text.account}
          value={accountId}
          onValue={filters.setAccount}
          options={accounts.map((account) => ({
            value: account.accountId,
            label: shortAccountName(account),
          }))}
        />
      )}
      {withDates && <DateFields filters={filters} />}
      {withSymbol && (
        <TextInput
          aria-label={text.symbol}
          placeholder={text.symbol}
          value={symbol}
          maxLength={40}
          onChange={(event) => filters.setSymbol(event.target.value)}
        />
      )}
    </>
  )
}

/** The range of dates, and its two ends where the person chooses them. */
function DateFields({ filters }: { readonly filters: RecordFilters }) {
  const text = usePanelText().records
  const { range, custom, setCustom } = filters
  return (
    <>
      <Select<RangeName>
        aria-label={text.range}
        value={range}
        onValue={filters.setRange}
        options={RANGES.map((value) => ({ value, label: text.ranges[value] }))}
      />
      {range === 'custom' && (
        <>
          <TextInput
            type="date"
            className="date"
            aria-label={text.from}
            aria-invalid={isReversed(custom)}
            value={custom.from}
            max={custom.to === '' ? undefined : custom.to}
            onChange={(event) => setCustom({ ...custom, from: event.target.value })}
          />
          <TextInput
            type="date"
            className="date"
            aria-label={text.to}
            aria-invalid={isReversed(custom)}
            value={custom.to}
            min={custom.from === '' ? undefined : custom.from}
            onChange={(event) => setCustom({ ...custom, to: event.target.value })}
          />
        </>
      )}
    </>
  )
}
