import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  nameProblem,
  uniqueName,
} from '../../../../../electron/core/instructions/connections/connection-name.js'
import type { ConnectionId } from '../../../../../shared/domain/ids.js'
import { confusableName } from '../../../../../shared/domain/instructions/confusable-names.js'
import { catalogue as spanish } from '../../../../../shared/messages/translations/es/index.js'
import { createMessageFormatter, inEnglish } from '../../../../../shared/messages/format-message.js'

const CLAUDE = { id: 'a'.repeat(16) as ConnectionId, name: 'Claude' }
const CODEX = { id: 'b'.repeat(16) as ConnectionId, name: 'Codex (2)' }
const PRESENT = [CLAUDE, CODEX]

describe('a name that looks like another (SEC-31)', () => {
  it.each([
    ['Claude', 'the same'],
    ['CLAUDE', 'other case'],
    [' claude ', 'spaces'],
    ['Cl\u0430ude', 'a Cyrillic a'],
    ['\u0421laud\u0435', 'Cyrillic C and e'],
    ['\u216dlaude', 'a Roman numeral'],
    ['\uff23\uff4c\uff41\uff55\uff44\uff45', 'full-width letters'],
    ['\u{1d402}laude', 'a mathematical letter'],
    ['CIaude', 'a capital I'],
    ['C1aude', 'a one'],
    ['Cla\u200bude', 'an invisible space'],
    ['Cla\u0301ude', 'a combining mark'],
    ['Cl\u03b1ude', 'a Greek alpha'],
    ['Claude.', 'a full stop'],
  ])('%j is taken for Claude: %s', (name) => {
    expect(confusableName(name, ['Claude'])).toBe('Claude')
    expect(nameProblem(name, PRESENT)).toMatchObject({
      code: 'assistants.looksLike',
      params: { name: 'Claude' },
    })
  })

  it.each([
    ['Countersign', 'Countersign'],
    ['\u0421ountersign', 'Countersign'],
    ['Countersign: account locked', 'Countersign'],
    ['System', 'System'],
    ['\u0405ystem', 'System'],
    ['SISTEMA', 'Sistema'],
    ['Br\u00f3ker', 'Broker'],
    ['Webu11', 'Webull'],
  ])('%j is refused without any connection', (name, other) => {
    expect(confusableName(name, [])).toBe(other)
  })

  it.each(['Claudia', 'Claude Code', 'Codex', 'Codex (3)', 'Клод', '克劳德', '🦊', 'Systems desk'])(
    '%j is a name of its own',
    (name) => {
      expect(nameProblem(name, PRESENT)).toBeNull()
    },
  )

  it('A connection keeps the name that it has, and may change its case', () => {
    expect(nameProblem('Claude', PRESENT, CLAUDE.id)).toBeNull()
    expect(nameProblem('CLAUDE', PRESENT, CLAUDE.id)).toBeNull()
    expect(nameProblem('Codex (2)', PRESENT, CLAUDE.id)).not.toBeNull()
    const twice = [CLAUDE, { ...CODEX, name: 'Claude' }]
    expect(nameProblem('Claude', twice, CLAUDE.id)).toBeNull()
    expect(nameProblem('Claude ', [{ ...CLAUDE, name: 'Countersign' }], CLAUDE.id)).toBeNull()
  })

  it('The sentence names what it looks like, in both languages', () => {
    const problem = nameProblem('Cl\u0430ude', PRESENT)
    if (problem === null) throw new Error('the name was accepted')
    expect(inEnglish(problem)).toBe(
      'This name looks like “Claude”. Choose one that cannot be mistaken for it.',
    )
    expect(createMessageFormatter('es', spanish)(problem)).toBe(
      'Este nombre se parece a «Claude». Elija uno que no se pueda confundir con ese.',
    )
  })

  it('A client that names itself never gets a name that looks like a present one', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 100 }),
        fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), { maxLength: 5 }),
        (name, taken) => {
          expect(confusableName(uniqueName(name, taken), taken)).toBeNull()
          expect(confusableName(uniqueName(name, [...taken, name]), [...taken, name])).toBeNull()
        },
      ),
    )
    expect(uniqueName('\u0421ountersign', [])).toBe('A hosted assistant')
    expect(uniqueName('Cl\u0430ude', ['Claude'])).toBe('Cl\u0430ude (2)')
  })
})
