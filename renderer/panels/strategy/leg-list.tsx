import { ArrowLeftRight, X } from 'lucide-react'
import { instrumentName, symbolInstrument } from '../../format/instrument-name.js'
import { formatSymbolPrice } from '../../format/product-price.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow, useRow, useSelectedAccount } from '../../stores/context.js'
import { positionOfLeg } from '../../stores/submit/held-leg.js'
import {
  isShares,
  MAX_LEGS,
  strategyBuilderOf,
  type BuilderLeg,
} from '../../stores/submit/strategy.js'
import { Button, IconButton } from '../../ui/button.js'
import { TextInput } from '../../ui/field.js'
import { useAccountPositions } from '../../ui/ticket/use-order-facts.js'
import { explain } from '../../ui/hints/hint.js'

/** The legs of the strategy with their quotes; each can be changed. */
export function LegList({ legs }: { readonly legs: readonly BuilderLeg[] }) {
  const text = usePanelText().strategy
  const builder = strategyBuilderOf(useMainWindow())
  const [first] = legs
  return (
    <section aria-label={text.legs}>
      <ul className="strategy-legs">
        {legs.map((leg) => (
          <Leg key={leg.symbol} leg={leg} />
        ))}
      </ul>
      <Button size="small" onClick={() => builder.set([])}>
        {text.clear}
      </Button>
      {first !== undefined && !legs.some(isShares) && legs.length < MAX_LEGS && (
        <Button
          size="small"
          data-testid="strategy-add-shares"
          onClick={() =>
            builder.add({ symbol: first.underlying, underlying: first.underlying, side: 'buy' })
          }
        >
          {text.addShares(first.underlying)}
        </Button>
      )}
    </section>
  )
}

function Leg({ leg }: { readonly leg: BuilderLeg }) {
  const { symbol, side, ratio, positionId } = leg
  const windowText = usePanelText()
  const text = windowText.strategy
  const mainWindow = useMainWindow()
  const builder = strategyBuilderOf(mainWindow)
  const quote = useRow(mainWindow.quotes.rows, symbol)
  const name = isShares(leg)
    ? text.shares(symbol)
    : instrumentName(symbolInstrument(symbol, 'option'), windowText.instruments)
  return (
    <li data-testid="strategy-leg">
      {positionId === undefined ? (
        <span className={`strategy-side ${side === 'buy' ? 'up' : 'down'}`}>{text.side[side]}</span>
      ) : (
        <span className="strategy-side">{text.heldSide[side]}</span>
      )}
      <TextInput
        type="number"
        disabled={positionId !== undefined}
        className="num strategy-ratio"
        min={1}
        max={10}
        aria-label={text.ratio(name)}
        value={ratio}
        onChange={(event) => builder.setRatio(symbol, Math.trunc(Number(event.target.value)) || 1)}
      />
      <span className="strategy-name">{name}</span>
      <span className="tnum dim">
        {formatSymbolPrice(quote?.bid, symbol)} / {formatSymbolPrice(quote?.ask, symbol)}
      </span>
      <span className="strategy-buttons">
        <HeldChoice leg={leg} name={name} />
        {positionId === undefined && (
          <IconButton
            icon={ArrowLeftRight}
            size="small"
            label={text.flip(name)}
            onClick={() => builder.flip(symbol)}
          />
        )}
        <IconButton
          icon={X}
          size="small"
          label={text.remove(name)}
          onClick={() => builder.remove(symbol)}
        />
      </span>
    </li>
  )
}

/** Offers that a leg is a position of the account, and so is not ordered. */
function HeldChoice({ leg, name }: { readonly leg: BuilderLeg; readonly name: string }) {
  const text = usePanelText().strategy
  const builder = strategyBuilderOf(useMainWindow())
  const account = useSelectedAccount()
  const position = positionOfLeg(leg, useAccountPositions() ?? [], account)
  const isHeld = leg.positionId !== undefined
  if (position === undefined && !isHeld) return null
  return (
    <label className="choice flush strategy-held" {...explain(text.heldHint)}>
      <input
        type="checkbox"
        checked={isHeld}
        aria-label={text.heldLeg(name)}
        data-testid="strategy-held"
        onChange={(event) =>
          builder.setHeld(leg.symbol, event.target.checked ? (position?.positionId ?? null) : null)
        }
      />
      {text.held}
    </label>
  )
}
