import { costOf, defaultToolList } from './tool-list.js'

/** Prints the default list of tools with what it costs an assistant to read. */
const tools = await defaultToolList()
const number = (value: number): string => value.toLocaleString('en-US').padStart(8)
process.stdout.write(`${'tool'.padEnd(36)}${'chars'.padStart(8)}${'tokens'.padStart(8)}\n`)
for (const tool of tools) {
  const { characters, tokens } = costOf([tool])
  process.stdout.write(`${tool.name.padEnd(36)}${number(characters)}${number(tokens)}\n`)
}
const total = costOf(tools)
process.stdout.write(
  `${`${total.tools} tools`.padEnd(36)}${number(total.characters)}${number(total.tokens)}\n` +
    'Tokens are estimated as characters / 4. All other tools are found with find_tools.\n',
)
