// Leptos makes what never changes in a view from its markup, which the program holds as text. The page's policy lets no
// text become markup but what passes here: plain elements without anything that runs, loads or leads somewhere. No text
// of a person comes this way; it is set as text.
const TAGS = /^(?:a|b|bdi|br|button|caption|code|dd|div|dl|dt|em|footer|h[1-6]|header|hr|kbd|label|legend|li|main|ol|p|path|rect|section|small|span|strong|summary|svg|table|tbody|td|text|th|thead|tr|ul)$/;
const NAMES = /^(?:aria-[a-z]+|class|d|dir|fill|for|height|id|lang|role|rx|scope|stroke(?:-[a-z]+)?|tabindex|title|type|viewBox|width|x|y)$/;
const TAG = /<\/?([a-z][a-z0-9]*)((?:\s+[a-zA-Z-]+(?:="[^"<>]*")?)*)\s*\/?>/g;

function isPlain(markup) {
  let plain = true;
  const rest = markup.replace(TAG, (_, tag, attributes) => {
    const names = [...attributes.matchAll(/([a-zA-Z-]+)(?:="[^"]*")?/g)].map((found) => found[1]);
    plain &&= TAGS.test(tag) && names.every((name) => NAMES.test(name));
    return "";
  });
  return plain && !rest.includes("<");
}

globalThis.trustedTypes?.createPolicy("default", {
  createHTML: (markup) => {
    if (isPlain(markup)) return markup;
    throw new TypeError(`found markup that is not of this page: ${markup.slice(0, 80)}`);
  },
});
