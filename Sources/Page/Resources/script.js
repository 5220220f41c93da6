(()=>{"use strict";
const b=document.body;
// Two taps are one.
addEventListener("submit",e=>{if(e.target.dataset.sent)e.preventDefault();else if(b.dataset.live===undefined)e.target.dataset.sent=1},true);
if(b.dataset.live===undefined)return;
// A tap does not wait for what is being read, and ends it: its answer is newer.
const main=()=>document.getElementById("main");let loading=null,sending=false,missed=0,off=null,said=null,spot="",until=0;
const open=()=>[...document.querySelectorAll("details[open]")].map(d=>d.id);
// What somebody chose or wrote stays until it is sent: it never goes back to what was proposed.
addEventListener("input",e=>{e.target.dataset.own=1});
const own=f=>[...main().querySelectorAll("input")].filter(x=>(x.dataset.own||x.value!==x.defaultValue)&&x.form!==f).map(x=>[x.closest("[id]").id,x.name,x.value]);
const put=([i,m,v])=>{const c=document.getElementById(i),e=c&&c.querySelector(`input[name="${m}"]`);if(e){e.value=v;e.dataset.own=1}};
// What was said stays for a while where it was said: in a card or a request at the end, else above all.
const say=()=>{const c=document.getElementById(spot);if(c&&c!==main())c.append(said);else main().prepend(said)};
const show=(t,f,s)=>{const d=new DOMParser().parseFromString(t,"text/html"),n=d.getElementById("main");
const a=s&&f.contains(document.activeElement)?s:document.activeElement,k=a&&a.closest&&a.closest("[id]")&&a.name?[a.closest("[id]").id,a.name,a.value]:null,o=open(),w=n.querySelector("[role=status]"),v=own(w&&!w.classList.contains("bad")?f:null);
const l=said&&Date.now()<until&&!w;if(l)until=Math.min(until,Date.now()+60000);
main().replaceWith(n);v.forEach(put);if(l)say();const h=d.querySelector("header");if(h)document.querySelector("header").replaceWith(h);
const g=d.querySelector("footer");if(g)document.querySelector("footer").replaceWith(g);
o.forEach(i=>{const e=document.getElementById(i);if(e&&e.tagName==="DETAILS")e.open=true});
if(k){const c=document.getElementById(k[0]);const e=c&&[...c.querySelectorAll("[name]")].find(x=>x.name===k[1]&&(x.tagName!=="BUTTON"||x.value===k[2]));
const x=e||c||w||n;if(!e)x.tabIndex=-1;x.focus({preventScroll:true})}};
// Nothing is taken from whoever writes. Who has written nothing for a minute does not.
const writing=(m=missed)=>{const a=document.activeElement;return a&&a.tagName==="INPUT"&&main().contains(a)&&(a.value!==a.defaultValue||!m||Date.now()-m<60000)};
// A tap ends a little after the finger is lifted, and until then nothing moves under it.
let down=-9e9;const held=()=>performance.now()-down<5000;
addEventListener("pointerdown",()=>{down=performance.now()});
for(const k of["pointerup","pointercancel"])addEventListener(k,()=>{const d=down;setTimeout(()=>{if(down===d)down=-9e9;if(missed&&!writing())load()},300)});
const line=t=>{if(t){if(!off){off=document.createElement("p");off.className="offline";off.setAttribute("role","status");b.prepend(off)}
if(off.textContent!==t)off.textContent=t}else if(off){off.remove();off=null}};
const lost=()=>line(b.dataset.offline+". "+b.dataset.old);
// A tap without an answer may have counted: that is said until the page has been there again for a minute.
const unsure=f=>{if(said)said.remove();said=document.createElement("p");said.className="notice bad";said.setAttribute("role","status");said.textContent=b.dataset.unsure;until=1/0;spot=f.closest("[id]").id;say();said.scrollIntoView({block:"nearest"})};
// An answer is a page of ours, or the door: what a proxy says for a server that is away is none.
const get=(u,o,c,s)=>{const i=setTimeout(()=>c.abort(),s*1000);return fetch(u,{...o,signal:c.signal}).then(async r=>{const t=await r.text();
if(r.status===401){location.reload();return null}if(!r.ok||!t.includes('<main id="main">'))throw r;return t}).finally(()=>clearTimeout(i))};
const miss=()=>{missed=missed||Date.now();if(writing()&&Date.now()-missed>=60000&&!off)line(b.dataset.old)};
const load=async()=>{if(sending||loading||writing()||held()){miss();return}const m=missed,c=loading=new AbortController();missed=0;
try{const t=await get("/",{headers:{"X-Page":"1"}},c,10);if(loading!==c||t===null)return;
if(writing(m)||held()){missed=m;miss()}else{show(t);line()}}catch(e){if(loading===c){loading=null;missed=m||Date.now();lost()}return}loading=null;if(missed&&!writing())load()};
addEventListener("focusout",()=>setTimeout(()=>{if(missed&&!writing())load()},50));
addEventListener("submit",async e=>{const f=e.target,s=e.submitter;if(!main().contains(f))return;e.preventDefault();if(sending)return;sending=true;
if(loading){const c=loading;loading=null;missed=missed||Date.now();c.abort()}
if(s)s.setAttribute("aria-busy","true");
const d=new URLSearchParams(new FormData(f));if(s&&s.name)d.set(s.name,s.value);
try{const t=await get(f.action,{method:"POST",body:d},new AbortController(),30);if(s)s.removeAttribute("aria-busy");
if(t===null)return;said=null;show(t,f,s);said=main().querySelector("[role=status]");if(said){spot=said.parentNode.id;until=Date.now()+10000;said.scrollIntoView({block:"nearest"})}line()}
catch(x){if(s)s.removeAttribute("aria-busy");missed=missed||Date.now();lost();unsure(f)}sending=false;if(missed)load()});
setInterval(()=>{if(missed&&document.visibilityState!=="hidden")load()},15000);
let es;const listen=()=>{if(es)es.close();es=new EventSource("/events");
es.addEventListener("change",load);es.onopen=()=>{if(off){if(writing())line(b.dataset.old);load()}};es.onerror=()=>{lost();if(es.readyState===2)setTimeout(listen,5000)}};
listen();
addEventListener("pageshow",e=>{if(e.persisted)load()});
document.addEventListener("visibilitychange",()=>{if(document.visibilityState==="hidden"){es.close()}else{listen();load()}});
addEventListener("online",load);addEventListener("offline",lost);
})();
