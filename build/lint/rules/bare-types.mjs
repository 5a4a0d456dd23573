/** Say what a type does in its file, not what it is: a search for one finds dozens of others. */
const BARE = /^(?:Answer|Change|Entry|Outcome|Row|Target)$/

/**
 * Finds types, interfaces and classes whose whole name is one of these words. Type parameters and
 * components may have such a name: nobody reaches them from another file.
 * @type {import('./rule.js').Rule}
 */
export const bareTypes = {
  create: (context) => ({
    'TSInterfaceDeclaration, TSTypeAliasDeclaration, ClassDeclaration'(/** @type {any} */ { id }) {
      if (BARE.test(id?.name ?? '')) {
        context.report({ node: id, message: `the type "${id.name}": say of what it is one` })
      }
    },
  }),
}
