import { bareTypes } from './rules/bare-types.mjs'
import { keyHandlers } from './rules/key-handlers.mjs'
import { names } from './rules/names.mjs'
import { participles } from './rules/participles.mjs'
import { riddles } from './rules/riddles.mjs'
import { titles } from './rules/titles.mjs'
import { wideLines } from './rules/wide-lines.mjs'

/**
 * The project's rules for the linter.
 * @type {{ meta: { name: string }, rules: Record<string, import('./rules/rule.js').Rule> }}
 */
const plugin = {
  meta: { name: 'project' },
  rules: {
    'bare-types': bareTypes,
    'key-handlers': keyHandlers,
    names,
    participles,
    riddles,
    titles,
    'wide-lines': wideLines,
  },
}

export default plugin
