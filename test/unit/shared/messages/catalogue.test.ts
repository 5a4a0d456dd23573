import { describe, expect, it } from 'vitest'
import type { CatalogueEntry } from '../../../../shared/messages/catalogue.js'
import { english } from '../../../../shared/messages/en/index.js'
import { catalogue as spanish } from '../../../../shared/messages/translations/es/index.js'
import { createMessageFormatter, inEnglish } from '../../../../shared/messages/format-message.js'
import { foreign, message } from '../../../../shared/messages/make-message.js'
import { sameMessage } from '../../../../shared/messages/message.js'
import { dec } from '../../../../shared/domain/decimal.js'

type Sections = Readonly<Record<string, Readonly<Record<string, CatalogueEntry>>>>

const entries = (catalogue: Sections): (readonly [string, CatalogueEntry])[] =>
  Object.entries(catalogue).flatMap(([section, members]) =>
    Object.entries(members).map(([key, entry]) => [`${section}.${key}`, entry] as const),
  )

/**
 * Entries that are the same in both languages, because they only arrange their parameters or take
 * their text from a table of their language.
 */
const SAME = new Set([
  'alerts.orderEvent',
  'start.version',
  'order.combinationAct',
  'order.instrument',
  'notifications.filled',
  'card.ask',
  'card.bid',
  'card.exitTerms',
  'card.money',
  'card.number',
  'card.percent',
  'card.price',
  'card.ratio',
  'card.result',
  'card.role',
  'card.session',
  'errors.foreign',
  'killSwitch.position',
  'order.act',
  'order.before',
  'order.full',
  'order.line',
  'order.priceTerms',
  'order.side',
  'order.subject',
  'order.timeInForce',
  'orders.anomalyIn',
  'orders.anomalyOf',
  'orders.reasons',
  'risk.withCode',
])
/** The placeholders, so that a parameter that is left out of one language is seen. */
const parametersOf = (entry: CatalogueEntry): string[] => {
  if (typeof entry === 'string') return []
  const [, names = ''] = /^\(?\{([^}]*)\}/.exec(entry.toString()) ?? []
  return names
    .split(',')
    .map((name) => name.trim().replace(/:.*$/, ''))
    .filter((name) => name !== '')
    .toSorted()
}
const spanishEntries = new Map(entries(spanish))

describe('the message catalogues', () => {
  it('have the same codes', () => {
    const codes = (catalogue: Sections) => entries(catalogue).map(([code]) => code)
    expect(codes(spanish).toSorted()).toEqual(codes(english).toSorted())
  })

  it.each(entries(english))(
    'write %s in both languages with the same parameters',
    (code, entry) => {
      const other = spanishEntries.get(code)
      expect(typeof other).toBe(typeof entry)
      if (other !== undefined) expect(parametersOf(other)).toEqual(parametersOf(entry))
    },
  )

  it.each(entries(english).filter(([code]) => !SAME.has(code)))(
    'do not leave %s untranslated',
    (code, entry) => {
      expect(String(spanishEntries.get(code))).not.toBe(String(entry))
    },
  )
})

describe('a message', () => {
  const inSpanish = createMessageFormatter('es', spanish)

  it('is written in each language with its parameters, and with messages inside it', () => {
    const denied = message('risk.withCode', {
      code: 'max-quantity',
      denial: message('risk.maxQuantity', { quantity: dec('100001'), max: dec('1000') }),
    })
    expect(inEnglish(denied)).toBe('A quantity of 100,001 is over the limit of 1,000 per order')
    expect(inSpanish(denied)).toBe('Una cantidad de 100,001 supera el límite de 1,000 por orden')
  })

  it('is shortened when its words come from outside', () => {
    const long = foreign('x'.repeat(2_000))
    expect(inSpanish(long)).toHaveLength(500)
  })

  it('is shown by its code when it is unknown', () => {
    expect(inEnglish({ code: 'orders.ofALaterVersion' })).toBe('orders.ofALaterVersion')
  })

  it('is compared by its code and parameters', () => {
    const halted = message('risk.halted')
    expect(sameMessage(halted, message('risk.halted'))).toBe(true)
    expect(sameMessage(halted, foreign('x'))).toBe(false)
    expect([sameMessage(null, halted), sameMessage(null, null)]).toEqual([false, true])
  })
})
