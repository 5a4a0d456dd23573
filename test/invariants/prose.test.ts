import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { sources } from './sources.js'

/** Folders of main, without the practice exchange, whose words are the broker's. */
const FOLDERS = [
  'electron/adapters',
  'electron/app',
  'electron/core',
  'electron/handlers',
  'electron/provider',
  'electron/shell',
]

/** A capital letter at the start, and three words or more. */
const WRITTEN_MESSAGE = /^[A-Z][\w'’]*(?: [^\s]+){2,}/

/**
 * Sentences that are written where they occur, by file; the number only goes down. What is only
 * thrown as a programming error is not counted.
 */
const ALLOWED: Readonly<Record<string, number>> = {
  // Audit records are always in English, because their text is part of the chain's hashes.
  'electron/app/assistants/open-assistant-session.ts': 1,
  'electron/core/audit/audit-log.ts': 1,
  'electron/core/instructions/assistant/audit-recorders.ts': 8,
  'electron/core/instructions/confirm/card-review.ts': 1,
  'electron/core/instructions/queue/intake/instruction-intake.ts': 1,
  'electron/core/instructions/waiting/waiting-service.ts': 1,
  // A key of KDE's settings.
  'electron/adapters/connections/system-script.ts': 1,
  // A status of HTTP, for the developer tools.
  'electron/app/security/app-protocol.ts': 1,
  // Names that have no translation: titles of windows and of a process.
  'electron/shell/system/environment-icon.ts': 2,
  'electron/shell/system/practice-launcher.ts': 1,
  // Standard error is in English.
  'electron/shell/system/start-failure.ts': 1,
  // A rule of Chromium's resolver.
  'electron/shell/security/no-network.ts': 1,
}

/** True for an argument of `new Error(…)`: only logs show a mistake in the program. */
const isThrown = (node: ts.Node): boolean =>
  ts.isNewExpression(node.parent) && node.parent.expression.getText().endsWith('Error')

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
}

/** Returns the messages that a file writes itself. */
function messagesIn(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const messages: string[] = []
  const visit = (node: ts.Node): void => {
    const written = textOf(node)
    if (written !== null && WRITTEN_MESSAGE.test(written) && !isThrown(node)) messages.push(written)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return messages
}

describe('messages', () => {
  it('are recognized with and without parameters, but not in thrown errors', () => {
    const text = [
      "const a = 'The order ended.'",
      'const b = `No price for ${symbol}.`',
      "const c = 'order.placed'",
      "throw new Error('The journal has no record')",
    ].join('\n')
    expect(messagesIn('sample.ts', text)).toEqual(['The order ended.', 'No price for ….'])
  })

  it('are made in shared/messages only', () => {
    const found = sources(FOLDERS).flatMap(({ path, text }) => {
      const messages = messagesIn(path, text)
      return messages.length <= (ALLOWED[path] ?? 0) ? [] : [{ path, messages }]
    })
    expect(found).toEqual([])
  })
})
