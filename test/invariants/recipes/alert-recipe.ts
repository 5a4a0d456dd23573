import type { Edit, Recipe } from './recipe.js'

const QUOTE_KINDS = 'shared/domain/alerts/quote-kinds.ts'

/** The sentences and labels of the new kind in one language. */
const textsOf = (
  file: string,
  start: string,
  {
    waits,
    fired,
    label,
  }: { readonly waits: string; readonly fired: string; readonly label: string },
): readonly Edit[] => [
  {
    file,
    after: start,
    insert: `  turnover: ({ symbol, amount }${typeOf(file)}, { money }${writerOf(file)}) =>
    \`${waits}\`,
  turnoverReached: ({ symbol, amount }${typeOf(file)}, { money }${writerOf(file)}) =>
    \`${fired}\`,`,
  },
  ...['kinds', 'levels'].map((member) => ({
    file,
    after: `  ${member}: {`,
    insert: `    turnover: '${label}',`,
  })),
]

const isEnglish = (file: string): boolean => file.includes('/en/')
// English declares the parameters; a translation has the same ones.
const typeOf = (file: string): string =>
  isEnglish(file) ? ': { readonly symbol: string; readonly amount: Decimal }' : ''
const writerOf = (file: string): string => (isEnglish(file) ? ': Writer' : '')

/** A kind of alert on a figure of quotes: what was traded of an instrument today, in dollars. */
export const alertKind: Recipe = {
  adds: 'a kind of alert',
  readme: 'electron/core/alerts/README.md',
  max: 4,
  edits: [
    {
      file: 'shared/domain/alerts/alert.schema.ts',
      before: '    /** A figure of an account, in the currency of its totals. */',
      insert: `    /** The last price times the volume of the day reaches this. */
    z.strictObject({ kind: z.literal('turnover'), instrument: AlertInstrument, amount: zMoney }),`,
    },
    {
      file: QUOTE_KINDS,
      before: "import { otherSide, type EventOutcome } from '../instruments/event-contract.js'",
      insert: "import { asMoney, mul } from '../decimal.js'",
    },
    {
      file: QUOTE_KINDS,
      after: 'export const QUOTE_FIGURES = {',
      insert: `  turnover: {
    read: ({ last, volume }) => (last === null || volume === null ? null : mul(last, volume)),
    isOfDay: true,
  },`,
    },
    {
      file: QUOTE_KINDS,
      before:
        '/** The kinds of alerts about figures of quotes, in the order in which they are offered. */',
      insert: `const turnover: QuoteKindRules<ConditionOf<'turnover'>> = {
  source: 'quotes',
  figure: () => 'turnover',
  missingFor: ['crypto', 'event'],
  level: ({ amount }) => amount,
  needsPositiveLevel: true,
  isRatio: false,
  directions: [],
  direction: () => 'above',
  changesWithSplit: () => false,
  fromTerms: ({ instrument, level }) => ({ kind: 'turnover', instrument, amount: asMoney(level) }),
  summary: ({ instrument, amount }) =>
    message('alerts.turnover', { symbol: instrument.symbol, amount }),
  outcome: ({ instrument }, { value }) =>
    message('alerts.turnoverReached', { symbol: instrument.symbol, amount: value }),
}
`,
    },
    { file: QUOTE_KINDS, after: 'export const QUOTE_KINDS = {', insert: '  turnover,' },
    ...textsOf('shared/messages/en/program/quote-alerts.ts', 'export const quoteAlerts = {', {
      waits: "Turnover of ${symbol} reaches ${money(amount, 'USD')}",
      fired: "Turnover of ${symbol} is ${money(amount, 'USD')}",
      label: 'Turnover of the day',
    }),
    ...textsOf(
      'shared/messages/translations/es/program/quote-alerts.ts',
      "export const quoteAlerts: CatalogueLike<{ readonly alerts: typeof english }>['alerts'] = {",
      {
        waits: "El efectivo negociado de ${symbol} alcanza ${money(amount, 'USD')}",
        fired: "El efectivo negociado de ${symbol} es ${money(amount, 'USD')}",
        label: 'Efectivo del día',
      },
    ),
  ],
  test: {
    file: 'test/unit/core/alerts/turnover.test.ts',
    content: `import { expect, it } from 'vitest'
import { draftOf, termsOfDraft } from '../../../../renderer/panels/alerts/draft/alert-draft.js'
import { AlertCondition } from '../../../../shared/domain/alerts/alert.schema.js'
import { WATCHABLE } from '../../../../shared/domain/alerts/watchable.js'
import { asMoney, dec } from '../../../../shared/domain/decimal.js'
import { contract } from '../../../../shared/ipc/contract.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { alertCondition } from '../../../../shared/messages/alert-line.js'
import { panelText as text } from '../../../../shared/messages/en/window/panels/index.js'
import { panelText as textEs } from '../../../../shared/messages/translations/es/window/panels/index.js'
import { AAPL, openAlerts, priceTerms } from './alert-fixture.js'

const condition: AlertCondition = {
  kind: 'turnover',
  instrument: { assetClass: 'stock', symbol: AAPL },
  amount: asMoney(dec('1000')),
}

it('is accepted from a window, stored, and fires by a quote', async () => {
  const terms = priceTerms('1', 'above', { condition })
  const edit = { kind: 'create', terms }
  expect(contract['alerts.edit'].in.safeParse({ edit }).success).toBe(true)
  const desk = await openAlerts()
  await desk.create(terms)
  desk.quote({ last: '10', volume: '99' })
  expect(desk.fired).toHaveLength(0)
  desk.quote({ last: '10', volume: '100' })
  expect(desk.fired.map(({ summary }) => inEnglish(summary))).toEqual([
    'Turnover of AAPL is $1,000.00',
  ])
  await desk.alerts.dispose()
  const next = await openAlerts({ file: desk.file })
  expect(next.alerts.get().alerts[0]?.condition).toEqual(condition)
})

it('is refused at zero, and of products whose quotes lack the figure', async () => {
  const desk = await openAlerts()
  const refusal = async (other: AlertCondition): Promise<string | null> => {
    const terms = priceTerms('1', 'above', { condition: other })
    const reply = await desk.alerts.edit({ kind: 'create', terms })
    return reply.ok ? null : reply.error.message.code
  }
  expect(await refusal({ ...condition, amount: asMoney(dec('0')) })).toBe('alerts.levelNotPositive')
  const coin = { ...condition, instrument: { assetClass: 'crypto', symbol: AAPL } } as const
  expect(await refusal(coin)).toBe('alerts.figureOfInstrument')
  expect(WATCHABLE.event.kinds).not.toContain('turnover')
})

it('is offered by the form, which writes the same condition, and has its sentence', () => {
  expect(WATCHABLE.stock.kinds).toContain('turnover')
  const draft = draftOf(priceTerms('1', 'above', { condition }))
  expect(draft).toMatchObject({ kind: 'turnover', level: '1000' })
  expect(termsOfDraft(draft, 0, null)?.condition).toEqual(condition)
  expect(inEnglish(alertCondition(condition))).toBe('Turnover of AAPL reaches $1,000.00')
  expect(text.alerts.kinds.turnover).toBe('Turnover of the day')
  expect(textEs.alerts.levels.turnover).toBe('Efectivo del día')
})
`,
  },
}
