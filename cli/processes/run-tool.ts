import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'

/**
 * Runs an installed tool in the checkout; returns its exit code. The tool runs on the Node.js that runs us, even if npm, which would put
 * it on the path, did not start us. Its output is passed through, or with `heading` printed below it as a whole, when the tool has ended.
 */
export function runTool(
  name: string,
  args: string[],
  { env = {}, heading = null }: { env?: Record<string, string>; heading?: string | null } = {},
): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(path.join(root, 'node_modules', '.bin', name), args, {
      cwd: root,
      stdio: heading === null ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH']}`,
        ...env,
      },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data) => {
        said += String(data)
      })
    child.on('error', fail)
    child.on('close', (code) => {
      if (heading !== null) console.log(`\n${heading}\n${said.trim()}`)
      done(code ?? 1)
    })
  })
}
