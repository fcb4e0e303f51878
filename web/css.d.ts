/** Style sheets are imported for their side effects, and modules for their class names; Next.js bundles both. */
declare module '*.css'
