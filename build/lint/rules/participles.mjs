/** Say how a value came, not what it is. */
const PARTICIPLE = /^(?:found|given|held|known|left|made|others|own|read|rest|shown|wanted)$/
/** A name that a reader meets again within so many lines needs no more than its line. */
const MAX_LIFE = 5

/**
 * Finds parameters and locals that are called by a participle and used more than five lines below.
 * Members that keep their name when they are taken apart are the concern of their type.
 * @type {import('./rule.js').Rule}
 */
export const participles = {
  create: (context) => ({
    Program() {
      for (const { variables, set } of context.sourceCode.scopeManager.scopes) {
        for (const { name, defs, references } of variables) {
          const [node] = defs.flatMap(({ type, name: id }) =>
            /Variable|Parameter|Catch/.test(type) && !isMemberName(id) ? [id] : [],
          )
          const isOpposite = name === 'left' && set.has('right')
          if (node === undefined || !PARTICIPLE.test(name) || isOpposite) continue
          const lines = references.map(({ identifier }) => identifier.loc.start.line)
          if (Math.max(...lines) - node.loc.start.line > MAX_LIFE) {
            context.report({ node, message: `the name "${name}": say what it is` })
          }
        }
      }
    },
  }),
}

/**
 * True for a name in `const { name } = …` or `const { name = … } = …`.
 * @param {any} id
 */
function isMemberName({ parent }) {
  const property = parent.type === 'AssignmentPattern' ? parent.parent : parent
  return property.type === 'Property' && property.shorthand
}
