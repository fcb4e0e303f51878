import { execFileSync } from 'node:child_process'
import { accessSync, chownSync, constants, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { PlainError } from '@openspot/core/plain-error.ts'

/** How a PostgreSQL program is started: the prefix of its command line and the account it runs under. */
export interface RunAs {
  prefix: string[]
  account: { uid: number; gid: number } | undefined
}

/**
 * PostgreSQL refuses to run as root, so root uses an ordinary account. That account must reach the data folder and the
 * programs: if a parent folder is closed to it (usually root's own home), it keeps only the capability to bypass file
 * permissions, which PostgreSQL itself allows.
 */
export function runAs(folders: string[]): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [], account: undefined }
  const account = ordinaryAccount()
  if (folders.every((folder) => openToOthers(folder))) return { prefix: [], account }
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => existsSync(file))
  if (!setpriv) {
    throw new PlainError(
      `PostgreSQL does not run as root, and an ordinary account cannot access ${folders[0]}. Set OPENSPOT_DATA to a folder that others can access, or start as an ordinary user.`,
    )
  }
  const capability = '+dac_override'
  return {
    prefix: [
      setpriv,
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      '--clear-groups',
      `--inh-caps=${capability}`,
      `--ambient-caps=${capability}`,
      // PostgreSQL looks for its programs with access(), for which Linux otherwise ignores what an ordinary account may bypass.
      '--securebits=+no_setuid_fixup',
    ],
    account: undefined,
  }
}

/** Gives a folder created by root, with its contents, to the account PostgreSQL runs under. */
export function giveToPostgres(folder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = ordinaryAccount()
  const give = (file: string) => {
    chownSync(file, uid, gid)
    if (lstatSync(file).isDirectory()) for (const name of readdirSync(file)) give(path.join(file, name))
  }
  give(folder)
}

function ordinaryAccount(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // This account does not exist here; try the next name.
    }
  }
  throw new PlainError(
    'PostgreSQL does not run as root, and this system has no account "nobody". Start as an ordinary user.',
  )
}

function openToOthers(folder: string): boolean {
  try {
    accessSync(folder, constants.F_OK)
  } catch {
    return openToOthers(path.dirname(folder))
  }
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === path.dirname(at)) return true
  }
}
