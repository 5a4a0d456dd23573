import { projectPath } from './project-path.mjs'

/** The one file that may read whether a key belongs to an input method. */
const HELPER = 'renderer/ui/keys/composition.ts'
const KEY_EVENT = /^key(?:down|press|up)$/
/** What a handler would read to tell by itself that an input method composes a text. */
const OWN_CHECK = /^(?:isComposing|keyCode|(?:on)?composition(?:start|update|end))$/i
/** Reach the keys of another page, where the helper does not listen. */
const OTHER_PAGE = /^content(?:Window|Document)$/

/**
 * Finds what an input method's keys would reach although the pages ignore them: listeners that are
 * added while a module loads, before the page's own, handlers as properties, handlers in other
 * pages, and own ways to recognize a composition. Only files of pages are checked.
 * @type {import('./rule.js').Rule}
 */
export const keyHandlers = {
  create(context) {
    const path = projectPath(context)
    if (!path.startsWith('renderer/') || path === HELPER) return {}
    /** @param {any} node @param {string} message */
    const report = (node, message) => context.report({ node, message })
    /** @param {any} node @param {string} name */
    const check = (node, name) => {
      if (OWN_CHECK.test(name)) report(node, `recognizes compositions by "${name}": ${HELPER} does`)
      if (OTHER_PAGE.test(name)) report(node, `reaches the keys of another page by "${name}"`)
    }
    return {
      CallExpression(node) {
        if (!listensToKeys(node) || !runsAtLoad(node)) return
        report(node, 'listens to keys while its module loads: add the listener in a function')
      },
      'MemberExpression[property.name=/^on/]'(/** @type {any} */ { property }) {
        if (!KEY_EVENT.test(property.name.slice(2))) return
        report(property, `handles keys by "${property.name}": use addEventListener`)
      },
      'Identifier, JSXIdentifier': (/** @type {any} */ node) => check(node, node.name),
      Literal: (node) => check(node, String(node.value)),
    }
  },
}

/**
 * True also for a type that is no literal: it may be one of several, of which a key can be one.
 * @param {any} call
 */
const listensToKeys = ({ callee, arguments: [type] }) =>
  callee.property?.name === 'addEventListener' &&
  type !== undefined &&
  (typeof type.value !== 'string' || KEY_EVENT.test(type.value))

/**
 * True outside of functions, except those that are called where they stand.
 * @param {any} node
 * @returns {boolean}
 */
function runsAtLoad(node) {
  const { parent } = node
  if (parent === null) return true
  const isFunction = /Function/.test(node.type)
  const isCalled = parent.type === 'CallExpression' && parent.callee === node
  return (!isFunction || isCalled) && runsAtLoad(parent)
}
