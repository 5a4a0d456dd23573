import { command, runProgram } from './lib/command.mjs'

const HELP = `npm run conformance     calls every operation with the product's own client over sockets and prints a table by family;
                        then runs the official MCP conformance suites, for stateless and older protocol
                        versions, against the MCP endpoint and the hosted server
          --reach       prints for each operation who can cause it: window, assistant or console`

await command(HELP, (args) => runProgram('test/conformance/main.ts', args))
