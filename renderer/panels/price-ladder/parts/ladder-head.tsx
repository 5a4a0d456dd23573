import { Crosshair, ShieldAlert, ShieldOff } from 'lucide-react'
import {
  EVENT_OUTCOMES,
  type EventOutcome,
} from '../../../../shared/domain/instruments/event-contract.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { stockSessions } from '../../../../shared/domain/orders/order-types.js'
import { dec } from '../../../../shared/domain/decimal.js'
import { formatQuantity } from '../../../format/decimal.js'
import { usePanelText } from '../../../language/panel-text.js'
import { useMainWindow } from '../../../stores/context.js'
import { prefillTicket } from '../../../stores/selection.js'
import type { DisarmReason } from '../../../stores/submit/armed-panels.js'
import { Button, IconButton } from '../../../ui/button.js'
import { ChannelAge } from '../../../ui/channel-age.js'
import { Select, TextInput } from '../../../ui/field.js'
import { Segments } from '../../../ui/segments.js'
import { LADDER_TIMES, type LadderSettings } from '../hooks/use-ladder-settings.js'
import { PRESETS, type LadderInstrument } from '../model/ladder-draft.js'
import { rowTickChoices, type TicksPerRow } from '../model/row-ticks.js'
import { explain, fullText } from '../../../ui/hints/hint.js'

export interface LadderHeadProps {
  readonly traded: LadderInstrument
  readonly instrument: AnyInstrument
  /** The symbol as a trader names it. */
  readonly name: string
  readonly settings: LadderSettings
  /** How many ticks a row has now. */
  readonly ticks: TicksPerRow
  readonly isArmed: boolean
  /** True when an order is reviewed before it is sent. */
  readonly confirms: boolean
  /** Why the ladder cannot be armed; null when it can. */
  readonly block: string | null
  /** Why it was disarmed last, without the person's hand. */
  readonly reason: DisarmReason | null
  readonly isStale: boolean
  readonly onArm: (isArmed: boolean) => void
  readonly onCenter: () => void
}

/** The arm switch with its band, and what every order of the ladder has in common. */
export function LadderHead(props: LadderHeadProps) {
  const { traded, settings } = props
  return (
    <header className="ladder-head">
      <InstrumentLine instrument={props.instrument} name={props.name} />
      <ArmBand {...props} />
      <div className="ladder-bar">
        <QuantityField assetClass={traded.assetClass} settings={settings} />
        <Terms assetClass={traded.assetClass} settings={settings} />
        {traded.assetClass === 'event' && <OutcomeChoice traded={traded} />}
        <View {...props} />
      </div>
    </header>
  )
}

/** What is traded here: the panel may be the only one of its window. An option's name says all. */
function InstrumentLine({ instrument, name }: Pick<LadderHeadProps, 'instrument' | 'name'>) {
  const full = instrument.assetClass === 'option' || instrument.name === name ? '' : instrument.name
  return (
    <h2 className="ladder-name" {...fullText(`${name} ${full}`.trim())} data-testid="ladder-name">
      <span className="symbol">{name}</span> <span className="dim">{full}</span>
    </h2>
  )
}

/** Says in words and color whether a click sends an order, and switches that. */
function ArmBand({
  isArmed,
  confirms,
  block,
  reason,
  isStale,
  onArm,
}: Pick<LadderHeadProps, 'isArmed' | 'confirms' | 'block' | 'reason' | 'isStale' | 'onArm'>) {
  const text = usePanelText().priceLadder
  const state = isArmed
    ? confirms
      ? text.armedReview
      : text.armed
    : (block ?? (reason === null ? text.unarmed : text.disarmed[reason]))
  return (
    <div
      className="ladder-band"
      data-armed={isArmed}
      data-blocked={(!isArmed && block !== null) || undefined}
      data-testid="ladder-band"
    >
      <Button
        size="small"
        icon={isArmed ? ShieldOff : ShieldAlert}
        role="switch"
        aria-checked={isArmed}
        aria-disabled={(!isArmed && block !== null) || undefined}
        hint={block ?? text.armHint}
        data-testid="ladder-arm"
        onClick={(event) => {
          if (event.detail <= 1 && (isArmed || block === null)) onArm(!isArmed)
        }}
      >
        {isArmed ? text.disarm : text.arm}
      </Button>
      <span className="ladder-state" role="status" {...fullText(state)}>
        {state}
      </span>
      <ChannelAge channel="market" gap={isStale} />
    </div>
  )
}

function QuantityField({
  assetClass,
  settings,
}: {
  readonly assetClass: AssetClass
  readonly settings: LadderSettings
}) {
  const text = usePanelText().priceLadder
  const { quantity } = settings.terms
  return (
    <span className="ladder-quantity">
      <TextInput
        aria-label={text.quantity}
        hint={text.quantity}
        inputMode="decimal"
        value={quantity}
        data-testid="ladder-quantity"
        onChange={(event) => settings.setQuantity(event.target.value)}
        onFocus={(event) => event.target.select()}
      />
      <span className="ladder-presets" role="group" aria-label={text.presets}>
        {PRESETS[assetClass].map((preset) => (
          <button
            key={preset}
            type="button"
            className="chip"
            aria-label={text.useQuantity(preset)}
            aria-pressed={preset === quantity}
            onClick={() => settings.setQuantity(preset)}
          >
            {preset}
          </button>
        ))}
      </span>
    </span>
  )
}

/** Time in force, and of a stock the session; a type that does not have them takes its own. */
function Terms({
  assetClass,
  settings,
}: {
  readonly assetClass: AssetClass
  readonly settings: LadderSettings
}) {
  const text = usePanelText()
  const { terms } = settings
  return (
    <span className="ladder-terms">
      <Select
        aria-label={text.priceLadder.timeInForce}
        hint={text.priceLadder.timeInForce}
        value={terms.timeInForce === 'gtc' ? 'gtc' : 'day'}
        onValue={settings.setTime}
        options={LADDER_TIMES.map((value) => ({ value, label: text.priceLadder.times[value] }))}
      />
      {assetClass === 'stock' && (
        <Select
          aria-label={text.priceLadder.session}
          hint={text.priceLadder.session}
          value={terms.session}
          onValue={settings.setSession}
          options={stockSessions('limit').map((value) => ({
            value,
            label: text.orderSessions[value],
          }))}
        />
      )}
    </span>
  )
}

/** The outcome whose prices are shown and that is traded, here and in the ticket. */
function OutcomeChoice({ traded }: { readonly traded: LadderInstrument }) {
  const text = usePanelText()
  const { selection } = useMainWindow()
  const choose = (outcome: EventOutcome): void =>
    prefillTicket(selection, { symbol: traded.symbol, outcome })
  return (
    <Segments
      label={text.ticket.eventOutcome}
      value={traded.outcome}
      onValue={choose}
      options={EVENT_OUTCOMES.map((value) => ({
        value,
        label: text.instruments.outcomes[value],
      }))}
    />
  )
}

/** How the ladder is shown. */
function View({
  traded,
  settings,
  ticks,
  onCenter,
}: Pick<LadderHeadProps, 'traded' | 'settings' | 'ticks' | 'onCenter'>) {
  const text = usePanelText().priceLadder
  const choices = rowTickChoices(traded.assetClass)
  return (
    <span className="ladder-view">
      <Select
        aria-label={text.rows}
        hint={text.rows}
        value={choices.find((value) => Number(value) === ticks) ?? '1'}
        onValue={settings.setTicks}
        options={choices.map((value) => ({ value, label: text.ticks(formatQuantity(dec(value))) }))}
      />
      <label className="choice" {...explain(text.autoCenterHint)}>
        <input
          type="checkbox"
          checked={settings.follows}
          onChange={(event) => settings.setFollows(event.target.checked)}
        />
        {text.autoCenter}
      </label>
      <IconButton
        icon={Crosshair}
        size="small"
        label={text.center}
        hint={text.centerHint}
        data-testid="ladder-center"
        onClick={onCenter}
      />
    </span>
  )
}
