import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PlainError } from '@openspot/core/plain-error.ts'

/** PostgreSQL 18 with everything that a cluster needs is in this release of Debian, and in no npm package. */
const suite = 'forky'
const ofPatroni = ['postgresql-18', 'patroni', 'python3-etcd', 'etcd-server', 'haproxy']
/** What Citus is built with: Debian has no package of it. */
const ofCitus =
  'postgresql-18 postgresql-server-dev-18 build-essential autoconf flex bison git ca-certificates ' +
  'libcurl4-openssl-dev libicu-dev libkrb5-dev liblz4-dev libpam0g-dev libreadline-dev libselinux-dev libssl-dev libxml2-dev libxslt1-dev libzstd-dev zlib1g-dev'
const citusVersion = 'v14.0.1'
const variables = 'PATH=/usr/lib/postgresql/18/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/var/tmp'
const folderOf = (name: string) => path.join(tmpdir(), `openspot-drills-${name}`)

/** A Debian system in a folder, whose programs run on this machine's network. */
export interface Debian {
  folder: string
  /** Starts a program as `postgres` in the background and answers its process ID. */
  start(program: string, args: string[], log: number): number
  /** Runs a program to its end and answers what it printed. */
  run(program: string, args: string[]): string
}

/** Installs the system if it is not there: about a minute, 650 MB, root, and `debootstrap` are needed. */
export function openDebian(given: string | null = null): Debian {
  const folder = path.resolve(given ?? folderOf(suite))
  if (!existsSync(path.join(folder, 'installed'))) {
    install(folder, ofPatroni)
    mkdirSync(path.join(folder, 'installed'))
  }
  return debianIn(folder)
}

/** The same with PostgreSQL and Citus, which is built from its source: another four minutes and 2 GB. */
export function openCitus(): Debian {
  const folder = folderOf('citus')
  const debian = debianIn(folder)
  if (!existsSync(path.join(folder, 'installed'))) {
    install(folder, ofCitus.split(' '))
    debian.run('sh', [
      '-c',
      `cd /root && git clone --depth 1 --branch ${citusVersion} https://github.com/citusdata/citus.git && cd citus &&
       ./configure PG_CONFIG=/usr/lib/postgresql/18/bin/pg_config && make -j"$(nproc)" with_llvm=no extension install-extension > /dev/null`,
    ])
    mkdirSync(path.join(folder, 'installed'))
  }
  return debian
}

function debianIn(folder: string): Debian {
  // /proc and /dev are mounted in a namespace of the command, so that nothing stays mounted.
  const inside = (user: 'root' | 'postgres', program: string, args: string[]): [string, string[]] => [
    'unshare',
    [
      '--mount',
      'sh',
      '-c',
      `mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot --userspec=${user} "$0" env -i ${variables} "$@"`,
      folder,
      program,
      ...args,
    ],
  ]
  return {
    folder,
    start(program, args, log) {
      const [command, words] = inside('postgres', program, args)
      const child = spawn(command, words, { detached: true, stdio: ['ignore', log, log] })
      child.unref()
      return child.pid ?? 0
    },
    run(program, args) {
      const [command, words] = inside('root', program, args)
      const done = spawnSync(command, words, { encoding: 'utf8' })
      if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr}`)
      return done.stdout
    },
  }
}

function install(folder: string, packages: string[]): void {
  if (process.getuid?.() !== 0) throw new PlainError('This drill installs a Debian system: run it as root.')
  mkdirSync(folder, { recursive: true })
  const words = [
    '--variant=minbase',
    `--include=${packages.join(',')}`,
    suite,
    folder,
    'http://deb.debian.org/debian',
    // Debian's releases all install like sid; an older debootstrap has no script of the name of a newer release.
    '/usr/share/debootstrap/scripts/sid',
  ]
  const done = spawnSync('debootstrap', words, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (done.error || done.status !== 0) {
    throw new PlainError(
      `debootstrap could not install Debian ${suite}. Install debootstrap (apt-get install debootstrap), and check that deb.debian.org can be reached.`,
    )
  }
}
