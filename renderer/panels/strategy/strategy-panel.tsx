import { Repeat, Waypoints } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import { underlyingSymbol } from '../../../shared/domain/instruments/instrument-key.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import { useProblem } from '../../language/use-problem.js'
import { inPanelText, usePanelText } from '../../language/panel-text.js'
import { useActiveSymbol, useMainWindow, useSlice, useWatch } from '../../stores/context.js'
import { strategyBuilderOf } from '../../stores/submit/strategy.js'
import { Button } from '../../ui/button.js'
import { Field, Problem, Select } from '../../ui/field.js'
import { legDrop } from '../../stores/submit/leg-drag.js'
import { Empty } from '../../ui/states.js'
import { useScrollMemory } from '../../ui/use-scroll-memory.js'
import { useOtherAccounts } from '../../ui/ticket/use-order-facts.js'
import { StrategyOrder } from './strategy-order.js'
import { TEMPLATES, templateLegs, type Template } from './templates.js'
import './strategy.css'

/** What a strategy trades. */
const OPTION = { assetClass: 'option' } as const

/** Builds an option strategy leg by leg, shows its payoff, and puts it into the basket. */
export function StrategyPanel() {
  const text = usePanelText().strategy
  const builder = strategyBuilderOf(useMainWindow())
  const legs = useSlice(builder.state, (state) => state.legs)
  const canRepeat = useSlice(builder.state, (state) => state.repeat !== null)
  const active = useActiveSymbol()
  const otherAccounts = useOtherAccounts(OPTION)
  const scroll = useRef<HTMLDivElement>(null)
  useScrollMemory(scroll)
  const [first] = legs
  const rooted =
    active === null ? null : underlyingSymbol({ assetClass: symbolClass(active), symbol: active })
  const underlying = first === undefined ? rooted : first.underlying
  useWatch(
    useMemo(
      () => [...legs.map(({ symbol }) => symbol), ...(underlying === null ? [] : [underlying])],
      [legs, underlying],
    ),
  )
  return (
    <div
      ref={scroll}
      className="strategy"
      data-testid="strategy"
      {...legDrop((leg) => builder.add(leg))}
    >
      <TemplateChoice symbol={rooted} />
      {underlying === null || first === undefined ? (
        <Empty icon={Waypoints} title={text.empty} hint={text.emptyHint}>
          {canRepeat && (
            <Button
              icon={Repeat}
              hint={text.repeatHint}
              data-testid="strategy-repeat"
              onClick={() => builder.repeat()}
            >
              {text.repeat}
            </Button>
          )}
        </Empty>
      ) : (
        <StrategyOrder
          key={underlying}
          legs={legs}
          underlying={underlying}
          otherAccounts={otherAccounts}
        />
      )}
    </div>
  )
}

/** Fills in a ready-made strategy around the price of the symbol. */
function TemplateChoice({ symbol }: { readonly symbol: Symbol | null }) {
  const text = usePanelText().strategy
  const mainWindow = useMainWindow()
  const [problem, setProblem] = useProblem()
  const fill = async (template: Template, chosen: Symbol): Promise<void> => {
    const price = mainWindow.quotes.rows.get(chosen)?.last ?? null
    if (price === null) return setProblem(inPanelText(({ strategy }) => strategy.noPrice(chosen)))
    const reply = await mainWindow.invoke('options.chain', { symbol: chosen })
    const legs = reply.ok ? templateLegs(reply.value, template, price) : null
    setProblem(
      legs === null
        ? inPanelText(({ strategy }) => strategy.templateMissing(strategy.names[template]))
        : null,
    )
    if (legs !== null) strategyBuilderOf(mainWindow).set(legs)
  }
  if (symbol === null) return null
  return (
    <div className="strategy-template">
      <Field label={`${text.template} · ${symbol}`}>
        {(wiring) => (
          <Select<Template | ''>
            {...wiring}
            data-testid="strategy-template"
            value=""
            onValue={(template) => template !== '' && void fill(template, symbol)}
            options={[
              { value: '', label: text.chooseTemplate },
              ...TEMPLATES.map((value) => ({ value, label: text.names[value] })),
            ]}
          />
        )}
      </Field>
      <Problem message={problem} />
    </div>
  )
}
