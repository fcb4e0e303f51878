import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './settings.ts'

/** Runs one of the installed tools in the checkout, its output passed through; answers its exit code. */
export function runTool(name: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(path.join(root, 'node_modules', '.bin', name), args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.on('error', fail)
    child.on('exit', (code) => done(code ?? 1))
  })
}
