import { createRequire } from 'node:module'

/**
 * Loads the packages that the API depends on, so that a process that does so ahead starts sooner. It is in this folder
 * because packages are found from where they are imported. A package that cannot be imported by its name is loaded
 * when it is needed.
 */
export async function preloadPackages(): Promise<void> {
  const { dependencies } = createRequire(import.meta.url)('./package.json') as {
    dependencies: Record<string, string>
  }
  const names = Object.keys(dependencies).filter((name) => !name.startsWith('@openspot/'))
  await Promise.allSettled(names.map((name) => import(name)))
}
