import DOMPurify from 'dompurify';

addEventListener('message', ({ data }: MessageEvent<{ html: string }>) => {
  document.body.replaceChildren();
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
  frame.srcdoc = DOMPurify.sanitize(data.html);
  document.body.append(frame);
});
