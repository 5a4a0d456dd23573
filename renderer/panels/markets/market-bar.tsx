import { Columns3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePanelText } from '../../language/panel-text.js'
import { IconButton } from '../../ui/button.js'
import { ChannelAge } from '../../ui/channel-age.js'
import { Select } from '../../ui/field.js'
import { Segments } from '../../ui/segments.js'

export const MARKETS = ['stocks', 'futures', 'crypto', 'events', 'sports'] as const
export type Market = (typeof MARKETS)[number]

export interface MarketBarProps {
  readonly market: Market
  readonly onMarket: (market: Market) => void
  readonly onColumns: () => void
  /** The age of what is listed; by default the age of the prices. */
  readonly age?: ReactNode
  /** The choices within the market. */
  readonly children?: ReactNode
}

/** The choice of the market, and of what it lists. */
export function MarketBar({ market, onMarket, onColumns, age, children }: MarketBarProps) {
  const text = usePanelText()
  return (
    <div>
      <div className="panel-bar">
        <Segments
          label={text.markets.title}
          value={market}
          onValue={onMarket}
          options={MARKETS.map((value) => ({ value, label: text.markets.names[value] }))}
        />
        <span className="spring" />
        {age ?? <ChannelAge channel="market" />}
        <IconButton icon={Columns3} label={text.table.columns} onClick={onColumns} />
      </div>
      {children !== undefined && <div className="markets-choices">{children}</div>}
    </div>
  )
}

/** One step of the way to an instrument, such as a product or a series. */
export function Choice({
  label,
  value,
  options,
  onValue,
}: {
  readonly label: string
  readonly value: string | null
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onValue: (value: string) => void
}) {
  return (
    <Select
      aria-label={label}
      hint={label}
      value={value ?? ''}
      disabled={options.length === 0}
      onValue={onValue}
      options={options.length === 0 ? [{ value: '', label: '—' }] : options}
    />
  )
}
