const named = /`([\w./*-]+\.(?:ts|mjs|js|json|sql|md|yml|yaml))`/g;
const inWorkspace = /^(?:apps|packages)\/([^/]+)\/src\//;
const workspace = /^(?:apps|packages)\/([^/]+)\/package\.json$/;

/**
 * Finds what a document gets wrong about the tree: files that it names in code marks, by their path, the end of it, or
 * the package and the path below its `src`, and that are not there. A `*` stands for part of a name.
 */
export function problemsOfNamedFiles(document, text, files) {
  const names = new Set([...text.matchAll(named)].map(([, name]) => name));
  const isThere = (name) => {
    const pattern = name.split('*').map(escape).join('[^/]*');
    const ending = new RegExp(`(^|/)${pattern}$`);
    return files.some((file) => ending.test(file) || ending.test(file.replace(inWorkspace, '$1/')));
  };
  return [...names].filter((name) => !isThere(name)).map((name) => `${document}: there is no ${name}.`);
}

/** Finds apps and packages that a document's tree lacks. */
export function problemsOfTree(document, text, files) {
  const folders = files.flatMap((file) => workspace.exec(file)?.[1] ?? []);
  const isDrawn = (folder) => new RegExp(`^.*\\s${escape(folder)}/(\\s|$)`, 'm').test(text);
  return folders.filter((folder) => !isDrawn(folder)).map((folder) => `${document}: its tree lacks ${folder}/.`);
}

function escape(text) {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
}
