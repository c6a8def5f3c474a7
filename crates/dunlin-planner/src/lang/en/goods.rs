//! What people write on a shopping list one beside the other without commas: "milk eggs bread".

/// Things to buy that are named by one word: whoever says several of them in a row means each.
pub(crate) const GOODS: &str = "milk bread eggs butter cheese ham bacon sausages chicken beef pork turkey mince fish salmon tuna prawns tofu yoghurt yogurt yoghurts \
     yogurts cream custard rice pasta spaghetti noodles flour sugar salt pepper oil vinegar honey jam marmalade ketchup mustard mayo \
     mayonnaise cereal oats porridge muesli granola crackers crisps chips biscuits cookies cake cakes chocolate sweets nuts almonds \
     peanuts raisins coffee tea juice water lemonade cola beer wine cider gin vodka whisky ice apples pears bananas oranges lemons limes \
     grapes strawberries raspberries blueberries cherries peaches plums melon pineapple mangoes mangos avocado avocados tomatoes \
     potatoes onions garlic ginger carrots peas beans lentils chickpeas broccoli cauliflower cabbage spinach lettuce cucumber \
     cucumbers peppers mushrooms courgettes aubergines celery leeks parsnips sweetcorn parsley basil coriander mint thyme rosemary \
     rolls bagels wraps croissants buns muffins pizza soup stock yeast cinnamon paprika cumin hummus olives pickles \
     nappies diapers wipes formula tissues napkins foil clingfilm soap shampoo conditioner toothpaste toothbrush toothbrushes \
     mouthwash deodorant razors plasters paracetamol ibuprofen sunscreen bleach detergent softener sponges batteries bulbs \
     candles matches stamps envelopes pens pencils glue tape nails screws socks pants shirts shorts jumpers towels passport \
     passports charger sunglasses torch tent stove";

/// Of these, what makes one thing with what may stand behind it: "garlic bread", "chicken soup", "mint tea".
pub(crate) const ONE_OF_TWO: &[(&str, &str)] = &[
    ("chocolate", "milk cake cakes biscuits eggs cream spread muffins ice sweets"),
    ("garlic", "bread butter oil salt"),
    ("ham", "rolls pizza"),
    ("bacon", "rolls crisps"),
    ("cheese", "rolls biscuits crackers pizza crisps"),
    ("bread", "rolls flour sauce"),
    ("porridge", "oats"),
    ("oats", "milk"),
    ("tea", "towels candles cakes biscuits"),
    ("lentils beans peas leeks mushrooms celery broccoli spinach onions", "soup"),
    ("rice", "milk noodles crackers flour vinegar wine cakes"),
    (
        "chicken beef pork turkey fish tuna salmon prawns",
        "soup stock mince sausages noodles pasta pizza cakes curry oil crackers",
    ),
    ("ginger", "beer wine biscuits tea cake ice"),
    ("celery onions", "salt"),
    ("salt vinegar paprika", "crisps"),
    ("mint", "tea chocolate ice"),
    ("lemon coffee", "cake cakes beans juice"),
    ("honey", "biscuits nuts mustard"),
    ("milk", "chocolate"),
    ("cola", "ice"),
    ("ice", "cream tea water"),
    ("butter", "beans chicken biscuits"),
    ("cream", "crackers cheese cakes"),
    ("water", "biscuits"),
    ("custard", "cream creams"),
    ("wine cider", "vinegar"),
];

/// How somebody begins who says only what to get: "get potatoes", "pick up some bread".
pub(crate) const GETS: &[&[&str]] = &[&["get grab fetch"], &["pick", "up"]];
/// What may stand before a thing to buy.
pub(crate) const SOME_OF: &str = "some more a the extra another";
/// What puts things on a list without a verb: "cat litter onto the shopping list", "eggs and flour on the shopping list please".
pub(crate) const ONTO: &str = "onto to";
pub(crate) const ON: &str = "on in for";

/// How many of what was named before are to be added: "empty the loo, check the tyres. add both".
pub(crate) const ALL_OF_SO_MANY: &[(&[&str], Option<usize>)] = &[
    (&["both"], Some(2)),
    (&["both", "of", "them those these"], Some(2)),
    (&["all", "three"], Some(3)),
    (&["all", "three", "of", "them those these"], Some(3)),
    (&["all", "four"], Some(4)),
    (&["all", "five"], Some(5)),
    (&["them these those"], None),
    (&["them these those", "all"], None),
    (&["all", "of", "them these those"], None),
    (&["the", "lot"], None),
];
/// What goes on in brackets: "(and add oats)".
pub(crate) const JOINS_IN_BRACKETS: &str = "and also oh plus";
