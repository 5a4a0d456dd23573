import { command, runProgram } from '../lib/command.mjs'

const HELP = `node build/release/manifest.mjs make --release <file> --files <folder> --key <file> [--key <file>] --out <file>
                                     signs the manifest of a release; --release describes it, without sizes and hashes
node build/release/manifest.mjs verify <manifest> [--files <folder>]
                                     checks signature and form, and the files of a folder against it
node build/release/manifest.mjs key --out <file>
                                     makes a private key outside the tree, prints its public key
                --source <file>      the keys that the release trusts; build/config/update-source.json without`

await command(HELP, (args) => runProgram('build/release/main.ts', args))
